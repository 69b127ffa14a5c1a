'use strict';
const { step, text, call, thrown } = require('../harness.js');
const stream = require('node:stream');
const { Readable, Writable, Duplex, Transform, PassThrough, pipeline, finished } = stream;
const promises = require('node:stream/promises');
const consumers = require('node:stream/consumers');

const collect = (readable) => call((done) => {
  let content = '';
  readable.on('data', (chunk) => { content += chunk + '|'; });
  readable.on('end', () => done(null, content));
  readable.on('error', (error) => done(error));
});
const letters = () => {
  let at = 0;
  return new Readable({ read() { this.push(at < 3 ? 'abc'[at++] : null); } });
};
step('readable', async () => text((await collect(letters())).value));
step('readable of objects', async () => {
  const readable = new Readable({ objectMode: true, read() {} });
  readable.push({ a: 1 });
  readable.push(5);
  readable.push(null);
  let seen = '';
  readable.on('data', (item) => { seen += typeof item; });
  await call((done) => readable.on('end', done));
  return text(seen);
});
step('paused mode', async () => {
  const readable = new PassThrough();
  readable.end('abcdef');
  await call((done) => readable.once('readable', done));
  const first = readable.read(2).toString();
  readable.unshift('X');
  return text(first, readable.read(2).toString(), readable.read().toString());
});
step('encoding', async () => {
  const readable = new Readable({ encoding: 'utf8', read() {} });
  readable.push(Buffer.from([0xe2, 0x82]));
  readable.push(Buffer.from([0xac]));
  readable.push(null);
  return text((await collect(readable)).value);
});
step('writable', async () => {
  let got = '';
  const writable = new Writable({
    highWaterMark: 4,
    write(chunk, encoding, done) { got += chunk.toString() + encoding + ' '; setImmediate(done); },
    final(done) { got += 'final'; done(); },
  });
  const room = writable.write('abc');
  const full = writable.write('def');
  await call((done) => writable.once('drain', done));
  writable.end('g');
  await call((done) => writable.on('finish', done));
  return text(room, full, got, writable.writableFinished);
});
step('cork and writev', async () => {
  let got = '';
  const writable = new Writable({ writev(chunks, done) { got += chunks.length + ' '; done(); } });
  writable.cork();
  writable.write('a');
  writable.write('b');
  writable.uncork();
  writable.end('c');
  await call((done) => writable.on('finish', done));
  return text(got);
});
step('transform', async () => {
  const upper = new Transform({
    transform(chunk, encoding, done) { done(null, '<' + chunk + '>'); },
    flush(done) { this.push('end'); done(); },
  });
  upper.write('a');
  upper.end('b');
  return text((await collect(upper)).value);
});
step('duplex', async () => {
  let got = '';
  const duplex = new Duplex({
    read() { this.push('r'); this.push(null); }, write(chunk, encoding,
      done) { got += chunk; done(); },
  });
  duplex.end('w');
  return text((await collect(duplex)).value, got);
});
step('pipe', async () => {
  const target = new PassThrough();
  letters().pipe(target);
  return text((await collect(target)).value);
});
step('pipeline', async () => {
  const target = new PassThrough();
  const content = collect(target);
  await call((done) => pipeline(letters(), new PassThrough(), target, done));
  return text((await content).value);
});
step('pipeline that fails', async () => {
  const broken = new Transform({ transform(chunk, encoding, done) { done(new Error('broken')); } });
  return text((await call((done) => pipeline(letters(), broken, new PassThrough(),
    (error) => done(null, error)))).value);
});
step('pipeline as a promise', async () => {
  let got = '';
  await promises.pipeline(letters(), async function* (source) {
    for await (const chunk of source) yield chunk + '!';
  }, new Writable({ write(chunk, encoding, done) { got += chunk; done(); } }));
  return text(got);
});
step('finished', async () => {
  const readable = letters();
  readable.resume();
  await call((done) => finished(readable, done));
  const other = letters();
  other.resume();
  await promises.finished(other);
  return text(readable.readableEnded, other.destroyed);
});
step('premature close', async () => {
  const readable = new Readable({ read() {} });
  setImmediate(() => readable.destroy());
  return text((await call((done) => finished(readable, (error) => done(null, error)))).value);
});
step('destroy', async () => {
  const readable = new Readable({ read() {}, destroy(error, done) { done(error); } });
  readable.destroy(new Error('why'));
  const { value } = await call((done) => readable.on('error', (error) => done(null, error)));
  return text(value, readable.destroyed, readable.errored === value);
});
step('async iteration', async () => {
  let got = '';
  for await (const chunk of letters()) got += chunk;
  return text(got);
});
step('from', async () => {
  const list = await collect(Readable.from(['x', 'y']));
  const generated = await collect(Readable.from(async function* () { yield 'g'; yield 'h'; }()));
  return text(list.value, generated.value);
});
step('helpers', async () => {
  const list = await Readable.from([1, 2, 3,
    4]).filter((n) => n > 1).map(async (n) => n * 2).take(2).toArray();
  const sum = await Readable.from([1, 2, 3]).reduce((a, b) => a + b, 0);
  return text(list, sum, await Readable.from([1, 2]).some((n) => n > 1),
    await Readable.from([1]).every((n) => n > 1));
});
step('consumers', async () => text(await consumers.text(letters()),
  (await consumers.json(Readable.from(['{"a":', '1}']))).a,
    (await consumers.buffer(letters())).toString()));
step('abort', async () => {
  const controller = new AbortController();
  const readable = stream.addAbortSignal(controller.signal, new Readable({ read() {} }));
  const failed = call((done) => readable.on('error', (error) => done(null, error.name)));
  controller.abort();
  return text((await failed).value);
});
step('compose and pairs', async () => {
  const [a, b] = { __proto__: null, pair: stream.duplexPair() }.pair;
  const content = collect(b);
  a.end('paired');
  return text((await content).value);
});
step('errors', async () => {
  const writable = new Writable({ write(chunk, encoding, done) { done(); } });
  writable.end();
  const late = call((done) => writable.on('error', (error) => done(null, error)));
  writable.write('late');
  return text((await late).value, thrown(() => new Writable().write(null)),
    thrown(() => pipeline()),
    thrown(() => new Readable().setEncoding('bogus')), thrown(() => Readable.from(5)));
});
step('to the web and back', async () => {
  const web = Readable.toWeb(letters());
  return text((await collect(Readable.fromWeb(web))).value);
});
