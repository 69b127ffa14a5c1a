// import.meta tells where a module is, and finds others; positions in stacks are those of the text.
import assert from 'node:assert';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const { url, filename, dirname, main, resolve } = import.meta;
assert.strictEqual(fileURLToPath(url), filename);
assert.strictEqual(path.dirname(filename), dirname);
assert.strictEqual(main, true);
assert.strictEqual(resolve('./x.mjs'), new URL('x.mjs', url).href);
assert.strictEqual(resolve('fs'), 'node:fs');
assert.ok(new Error('x').stack.includes(`${url}:12:`));
