'use strict';
// What a script throws is not searched for properties: of the traps of a Proxy, or of one among its
// prototypes, only that of reading is called. Errors of the parser have no enumerable properties.
const assert = require('assert');
const vm = require('vm');

const calls = [];
const traps = new Proxy({}, {
  get(target, name) {
    if (name !== 'get')
      calls.push(name);
  },
});
const proxy = new Proxy({}, traps);
const throwns = [proxy, new Proxy(() => {}, traps)];
const heir = { __proto__: proxy };
const error = new SyntaxError('of the program');
Object.setPrototypeOf(error, proxy);
throwns.push(heir, error);

for (const thrown of throwns) {
  globalThis.thrown = thrown;
  const sources = ['throw thrown', '(async () => { await 1; }); throw thrown'];
  for (const source of sources) {
    const runs = [
      () => vm.runInThisContext(source),
      () => vm.runInNewContext(source, { thrown }),
      () => new vm.Script(source).runInThisContext(),
      () => (0, eval)(source),
    ];
    for (const run of runs) {
      let caught;
      try {
        run();
      } catch (value) {
        caught = value;
      }
      assert.ok(caught === thrown);
    }
  }
}
assert.deepStrictEqual(calls, []);

for (const source of ['a b', 'async () => { await 1; }; a b', 'import("fs"); a b']) {
  let caught;
  try {
    vm.runInThisContext(source);
  } catch (value) {
    caught = value;
  }
  assert.strictEqual(caught.name, 'SyntaxError');
  assert.deepStrictEqual(Object.keys(caught), []);
}
