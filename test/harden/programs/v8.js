'use strict';
const { step, text, thrown } = require('../harness.js');
const v8 = require('node:v8');

step('serialize', () => {
  const copy = v8.deserialize(v8.serialize({ a: [1, 'x', null], b: new Map([[1, new Set([2])]]),
    c: 10n, d: new Date(5),
    e: /x/g, f: new Uint8Array([7]), g: -0, h: 1.5, i: undefined, j: true }));
  return text(copy.a, copy.b.get(1).has(2), copy.c, copy.d.getTime(), copy.e.source, copy.f[0],
    copy.g, copy.h, copy.i, copy.j);
});
step('serializer', () => {
  const out = new v8.Serializer();
  out.writeHeader();
  out.writeValue({ a: 1 });
  out.writeUint32(7);
  const back = new v8.Deserializer(out.releaseBuffer());
  back.readHeader();
  return text(back.readValue().a, back.readUint32());
});
step('numbers', () => text(v8.getHeapStatistics().used_heap_size > 0,
  v8.getHeapSpaceStatistics().length > 0,
  typeof v8.cachedDataVersionTag()));
step('wrong arguments', () => text(thrown(() => v8.serialize(() => {})),
  thrown(() => v8.deserialize(5))));
