// The context stays when `for await` is left by a labelled jump, which awaits return() of the
// iterator, and for bodies without braces whose statement has several parts.
'use strict';
const assert = require('assert');
const { AsyncLocalStorage } = require('async_hooks');

const als = new AsyncLocalStorage();
const seen = { A: [], B: [] };
const closing = {
  async *[Symbol.asyncIterator]() {
    try { yield 1; yield 2; } finally { await null; }
  },
};

async function chain(name) {
  const note = (text) => seen[name].push(`${text} ${als.getStore()}`);

  outer: for await (const x of closing) {
    note(`outer ${x}`);
    for await (const _y of closing)
      continue outer;
  }
  plain: for (const x of [1, 2]) {
    note(`plain ${x}`);
    for await (const _y of closing)
      continue plain;
  }
  left: for (;;) {
    for await (const _y of closing)
      break left;
  }
  note('left');

  if (name) for await (const _x of closing) note('if'); else note('never');
  if (name) for await (const x of closing) if (x > 1) note('a'); else note('b'); else note('never');
  for await (const x of closing) try { throw x; } catch (e) { note(e); } finally { note('end'); }
  note('after try');
  for await (const x of closing) switch (x) { case 1: note('one'); break; default: note('more'); }
  for await (const _x of closing) do note('do'); while (als.getStore() !== name)
  note('after do');
  return seen[name];
}

Promise.all(['A', 'B'].map((name) => als.run(name, chain, name))).then(([a, b]) => {
  const expected = ['outer 1', 'outer 2', 'plain 1', 'plain 2', 'left', 'if', 'if', 'b', 'a',
                    '1', 'end', '2', 'end', 'after try', 'one', 'more', 'do', 'do',
                    'after do'];
  assert.deepStrictEqual(a, expected.map((text) => `${text} A`));
  assert.deepStrictEqual(b, expected.map((text) => `${text} B`));
});
