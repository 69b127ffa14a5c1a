// A component to a stream
import React from 'react';
import { render, Text, Box } from 'ink';
import { PassThrough } from 'node:stream';
const stdout = Object.assign(new PassThrough(), { columns: 40, rows: 10 });
let text = '';
stdout.on('data', (d) => { text += d; });
const app = render(React.createElement(Box, { borderStyle: 'single', width: 12 }, React.createElement(Text, { bold: true }, 'hello')), { stdout, debug: true, patchConsole: false });
app.unmount();
await app.waitUntilExit();
console.log(text);
