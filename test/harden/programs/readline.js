'use strict';
const { step, text, call, thrown } = require('../harness.js');
const readline = require('node:readline');
const promises = require('node:readline/promises');
const { PassThrough } = require('node:stream');

step('lines', async () => {
  const input = new PassThrough();
  const reader = readline.createInterface({ input });
  let lines = '';
  reader.on('line', (line) => { lines += line + '|'; });
  input.write('one\ntw');
  input.end('o\r\nthree');
  await call((done) => reader.on('close', done));
  return text(lines);
});
step('lines in a loop', async () => {
  const input = new PassThrough();
  const reader = readline.createInterface({ input, crlfDelay: Infinity });
  input.end('a\nb\nc');
  let lines = '';
  for await (const line of reader) lines += line + '|';
  return text(lines);
});
step('question', async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const reader = readline.createInterface({ input, output });
  const answer = call((done) => reader.question('what? ', (line) => done(null, line)));
  input.write('this\n');
  const { value } = await answer;
  reader.close();
  return text(value, output.read().toString());
});
step('question as a promise', async () => {
  const input = new PassThrough();
  const reader = promises.createInterface({ input, output: new PassThrough() });
  const answer = reader.question('what? ');
  input.write('that\n');
  const value = await answer;
  reader.close();
  return text(value);
});
step('terminal', async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const reader = readline.createInterface({ input, output, terminal: true, prompt: '> ' });
  reader.prompt();
  const line = call((done) => reader.on('line', (value) => done(null, value)));
  input.write('abc\x1b[D\x1b[DX\x7fY\x05Z\n');
  const { value } = await line;
  reader.write('typed');
  const typed = reader.line;
  reader.close();
  return text(value, typed, reader.getPrompt());
});
step('keys', async () => {
  const input = new PassThrough();
  readline.emitKeypressEvents(input);
  let keys = '';
  input.on('keypress', (string, key) => { keys += key.name + (key.ctrl ? '^' : '') + ' '; });
  input.write('a\x1b[A\x03\t');
  await call((done) => setImmediate(done));
  return text(keys);
});
step('cursor', async () => {
  const output = new PassThrough();
  readline.cursorTo(output, 1, 2);
  readline.moveCursor(output, -1, 3);
  readline.clearLine(output, 0);
  readline.clearScreenDown(output);
  const writer = new promises.Readline(output);
  writer.cursorTo(0).clearLine(1);
  await writer.commit();
  return text(output.read().toString('hex'));
});
step('wrong arguments', () => text(thrown(() => readline.createInterface({ input: new PassThrough(),
  historySize: -1 })),
  thrown(() => readline.cursorTo(new PassThrough(), 'x'))));
