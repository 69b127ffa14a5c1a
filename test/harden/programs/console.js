'use strict';
const { step, text, thrown } = require('../harness.js');
const { Console } = require('node:console');
const { Writable } = require('node:stream');

step('log', () => { console.log('a', 1, { b: [1, 2] }, null, undefined, true,
  'x'); return 'done'; });
step('formats', () => {
  console.log('%s %d %i %f %j %o %O %c%%', 's', 1, 2.5, 1.5, { a: 1 }, [1], { b: 2 }, 'css',
    'rest');
  return 'done';
});
step('levels', () => {
  console.info('info'); console.debug('debug'); console.warn('warn'); console.error('error');
  return 'done';
});
step('groups', () => {
  console.group('g'); console.log('in\nside'); console.groupEnd(); console.log('out');
  return 'done';
});
step('count', () => {
  console.count(); console.count('x'); console.count('x'); console.countReset('x');
  console.count('x');
  return 'done';
});
step('assert', () => { console.assert(true, 'no'); console.assert(false, 'said %s',
  'x'); return 'done'; });
step('dir', () => { console.dir({ a: { b: { c: { d: 1 } } } },
  { depth: 0 }); console.dirxml([1]); return 'done'; });
step('table', () => {
  console.table([{ a: 1, b: 'x' }, { a: 2, c: true }]); console.table([[1, 2],
    [3]]); console.table(5);
  console.table([{ a: 1, b: 2 }], ['b']);
  return 'done';
});
step('kinds of values', () => {
  console.log([1, , 3], new Map().set(1, { a: 2 }), new Set().add('x'), /re/g, Symbol('s'), 10n, -0,
    [undefined, null], function f() {}, class A {}, new Error('shown').message, new Date(0));
  return 'done';
});
step('time', () => {
  console.time('t'); console.timeLog('nothing'); console.timeEnd('nothing'); return 'done';
});
step('own Console', async () => {
  let output = '';
  const stream = new Writable({ write(chunk, encoding, done) { output += chunk; done(); } });
  const own = new Console({ stdout: stream, stderr: stream, colorMode: false });
  own.log('own %s', 'x'); own.error({ a: 1 }); own.group(); own.table([{ a: 1 }]);
  const other = new Console(stream);
  other.log('other');
  return text(output);
});
step('wrong arguments', () => text(thrown(() => new Console()),
  thrown(() => new Console({ stdout: 5 }))));
step('trace', () => { console.trace('t'); return 'done'; });
