// A question gets the next line, one at a time; a signal or Ctrl+C takes it back.
import assert from 'node:assert';
import readline from 'node:readline';
import * as promises from 'node:readline/promises';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';

const streams = (more) => ({ input: new PassThrough(), output: new PassThrough(), ...more });
const first = streams();
const rl = readline.createInterface(first);
const lines = [];
rl.on('line', (line) => lines.push(line));
const answers = [];
rl.question('one? ', (answer) => answers.push(answer));
rl.question('two? ', (answer) => answers.push(`never ${answer}`));
assert.strictEqual(rl.getPrompt(), 'one? ');
first.input.write('yes\nline\n');
await new Promise(setImmediate);
assert.deepStrictEqual([answers, lines], [['yes'], ['line']]);
assert.strictEqual(rl.getPrompt(), '> ');
assert.match(String(first.output.read()), /^one\? /);

const controller = new AbortController();
const asked = promisify(rl.question).call(rl, 'again? ', { signal: controller.signal });
controller.abort('because');
await assert.rejects(asked, { name: 'AbortError', cause: 'because' });
rl.close();

const second = streams({ terminal: true });
const reader = promises.createInterface(second);
const answered = reader.question('name? ');
second.input.write('me\r');
assert.strictEqual(await answered, 'me');
const given = reader.question('more? ');
second.input.write('\x03');
await assert.rejects(given, { name: 'AbortError', message: 'Aborted with Ctrl+C' });
assert.strictEqual(reader.closed, true);
await assert.rejects(reader.question('late? '), { code: 'ERR_USE_AFTER_CLOSE' });

const other = new AbortController();
const stopped = readline.createInterface({ ...streams(), signal: other.signal });
setImmediate(() => other.abort());
await new Promise((resolve) => stopped.once('close', resolve));
