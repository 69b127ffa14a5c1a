'use strict';
const { step, text, thrown } = require('../harness.js');

step('plain', () => {
  const copy = structuredClone({ a: 1, b: [1, 'x', null, undefined, true], c: { d: 10n } });
  return text(copy.a, copy.b, copy.c.d);
});
step('kinds', () => {
  const copy = structuredClone({ map: new Map([[1, 2]]), set: new Set([3]), date: new Date(4),
    pattern: /x/gi, error: new RangeError('bad'), bytes: new Uint8Array([1, 2]),
      boxed: new Number(5) });
  return text(copy.map.get(1), copy.set.has(3), copy.date.getTime(), copy.pattern.source,
    copy.pattern.flags,
    copy.error, copy.error instanceof RangeError, copy.bytes[1], copy.boxed.valueOf());
});
step('cycles', () => {
  const value = { list: [] };
  value.self = value;
  value.list[0] = value;
  const copy = structuredClone(value);
  return text(copy.self === copy, copy.list[0] === copy, copy !== value);
});
step('transfer', () => {
  const buffer = new ArrayBuffer(8);
  const copy = structuredClone({ buffer }, { transfer: [buffer] });
  return text(copy.buffer.byteLength, buffer.byteLength);
});
step('own properties only', () => {
  class A { constructor() { this.x = 1; } get y() { return 2; } }
  const copy = structuredClone(new A());
  return text(copy.x, copy.y, copy instanceof A);
});
step('what cannot be cloned', () => text(thrown(() => structuredClone(() => {})),
  thrown(() => structuredClone(Symbol('s'))), thrown(() => structuredClone({ f() {} })),
    thrown(() => structuredClone())));
