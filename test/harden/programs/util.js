'use strict';
const { step, text, call, thrown, failure } = require('../harness.js');
const util = require('node:util');

step('format', () => text(util.format('%s %d %i %f %j %o %O %%', 'a', 1, 2, 3.5, { x: 1 }, [1],
  { y: 2 }),
  util.format('a', 'b', 1, { c: 1 }), util.format(1, 2), util.formatWithOptions({ compact: false },
    '%O', { a: 1 })));
step('inspect plain', () => text(util.inspect({ a: 1, 'b-c': [1, 'x', null, undefined],
  d: { e: { f: { g: 1 } } } }),
  util.inspect('it\'s "q"'), util.inspect(-0), util.inspect(10n), util.inspect(Symbol('s')),
    util.inspect(null)));
step('inspect lists', () => text(util.inspect([1, , 3]),
  util.inspect(JSON.parse(`[${'7,'.repeat(199)}7]`)),
  util.inspect(['a long text in a list', 'another long text in a list', 'and one more long text']),
    util.inspect([[[[1]]]])));
step('inspect kinds', () => text(util.inspect(new Map([['k', { a: 1 }]])),
  util.inspect(new Set([1, [2]])),
  util.inspect(/re/g), util.inspect(new Date(0)), util.inspect(function f() {}),
    util.inspect(class A extends Map {}),
  util.inspect(new Uint8Array(3)), util.inspect(new ArrayBuffer(2)),
    util.inspect(Promise.resolve(4)),
  util.inspect(new Proxy({}, {})), util.inspect(new WeakMap()), util.inspect(Object(1)),
    util.inspect(Object('s')),
  util.inspect((function () { return arguments; })(1)),
    util.inspect([1][Symbol.iterator] === undefined)));
step('inspect objects', () => {
  class Mine { [util.inspect.custom]() { return 'custom!'; } }
  class Other { constructor() { this.z = 1; } get [Symbol.toStringTag]() { return 'tag'; } }
  const cycle = { name: 'c' };
  cycle.self = cycle;
  return text(util.inspect(new Mine()), util.inspect(new Other()), util.inspect(cycle),
    util.inspect({ __proto__: null, a: 1 }),
    util.inspect({ get a() { return 1; }, set b(v) {} }, { getters: true }),
      util.inspect({ a: 1n, b: 'x' }, { colors: true }),
    util.inspect({ b: 1, a: 2 }, { sorted: true, compact: 1, breakLength: 20 }),
      util.inspect({ a: { b: 1 } }, { depth: 0 }),
    util.inspect([1, 2, 3], { maxArrayLength: 1 }), util.inspect('abcdef', { maxStringLength: 2 }),
    util.inspect({ [Symbol('k')]: 1 }, { showHidden: true }),
      util.inspect(123456, { numericSeparator: true }));
});
step('inspect errors', () => {
  const error = new TypeError('bad', { cause: new Error('inner') });
  error.stack = 'TypeError: bad\n    at place';
  error.extra = 5;
  error.cause.stack = 'Error: inner\n    at other';
  return text(util.inspect(error), util.inspect(new AggregateError([], 'many')).length > 10);
});
step('parseArgs', () => {
  const parsed = util.parseArgs({ args: ['-v', '--name=x', '--list', 'a', '--list', 'b', 'rest',
    '--', '-z'],
    options: { verbose: { type: 'boolean', short: 'v' }, name: { type: 'string' },
      list: { type: 'string', multiple: true }, other: { type: 'string', default: 'd' } },
        allowPositionals: true });
  return text(parsed.values.verbose, parsed.values.name, parsed.values.list, parsed.values.other,
    parsed.positionals);
});
step('parseArgs that fails', () => text(thrown(() => util.parseArgs({ args: ['--bogus'] })),
  thrown(() => util.parseArgs({ args: ['--n'], options: { n: { type: 'string' } } })),
  thrown(() => util.parseArgs({ args: ['x'] })),
    thrown(() => util.parseArgs({ options: { a: { type: 'x' } } }))));
step('styleText', () => text(util.styleText('red', 'x', { validateStream: false }),
  util.styleText(['bold', 'green'], 'y', { validateStream: false }),
    util.stripVTControlCharacters('\x1b[31mx\x1b[0m'),
  thrown(() => util.styleText('bogus', 'x'))));
step('promisify', async () => {
  const plain = util.promisify((a, done) => setImmediate(done, null, a + 1));
  const custom = util.promisify(Object.assign(() => {},
    { [util.promisify.custom]: async () => 'custom' }));
  let failed = '';
  const refuse = util.promisify((done) => done(new Error('no')));
  try { await refuse(); } catch (error) { failed += failure(error); }
  return text(await plain(1), await custom(), failed, await util.promisify(setTimeout)(1, 'v'));
});
step('callbackify', async () => {
  const { value } = await call((done) => util.callbackify(async (a) => a * 2)(4, done));
  const refuse = util.callbackify(async () => { throw new Error('no'); });
  const failed = await call((done) => refuse((error) => done(null, error)));
  const refuseNull = util.callbackify(() => Promise.reject(null));
  const empty = await call((done) => refuseNull((error) => done(null, error)));
  return text(value, failed.value, empty.value);
});
step('isDeepStrictEqual', () => text(
  util.isDeepStrictEqual({ a: [1, { b: new Map().set(1, 2) }] },
    { a: [1, { b: new Map().set(1, 2) }] }), util.isDeepStrictEqual([1], [2]),
  util.isDeepStrictEqual(new Set().add({ a: 1 }), new Set().add({ a: 1 })),
  util.isDeepStrictEqual({}, [])));
step('types', () => text(util.types.isMap(new Map()), util.types.isPromise({}),
  util.types.isRegExp(/x/), util.types.isDate(new Date()),
  util.types.isNativeError(new Error()), util.types.isProxy(new Proxy({}, {})),
    util.types.isTypedArray(new Uint8Array()),
  util.types.isAsyncFunction(async () => {}), util.types.isGeneratorFunction(function* () {}),
    util.types.isBoxedPrimitive(Object(1))));
step('inherits and deprecate', () => {
  function Parent() {}
  Parent.prototype.hi = () => 'hi';
  function Child() {}
  util.inherits(Child, Parent);
  const old = util.deprecate((a) => a + 1, 'old is old', 'DEP9');
  return text(new Child().hi(), Child.super_ === Parent, old(1), old(2));
});
step('others', async () => {
  const signal = AbortSignal.abort();
  await util.aborted(signal, {});
  const mime = new util.MIMEType('text/html; charset=utf-8');
  return text(util.toUSVString('a\ud800'), util.getSystemErrorName(-2),
    util.getSystemErrorMap().get(-2), util.getSystemErrorMessage(-2),
    mime.essence, mime.params.get('charset'), String(mime), util.parseEnv('A=1\nB="x y"').B,
      util.debuglog('none').enabled,
    typeof util.getCallSites()[0], util.diff('ab', 'ac').length);
});
step('wrong arguments', () => text(thrown(() => util.promisify(5)), thrown(() => util.inherits(5)),
  thrown(() => util.callbackify(5)), thrown(() => new util.MIMEType('x')),
  thrown(() => util.parseEnv(5)), thrown(() => util.inspect.call)));
