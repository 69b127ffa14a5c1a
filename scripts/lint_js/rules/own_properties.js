'use strict';
// descriptor and options-own: literals that are read by the engine or as options begin with
// `__proto__: null`, else a property that a program put on Object.prototype counts.

const ONE = new Set(['ObjectDefineProperty', 'ReflectDefineProperty']);
const MANY = new Set(['ObjectDefineProperties', 'ObjectCreate']);

function startsWithoutPrototype(node) {
  const [first] = node.properties;
  return first?.type === 'Property' && !first.computed && !first.shorthand &&
         (first.key.name ?? first.key.value) === '__proto__' && first.value.value === null;
}

function checkDescriptors(source, report) {
  const one = (node) => {
    if (node?.type === 'ObjectExpression' && !startsWithoutPrototype(node))
      report(node, 'a property descriptor begins with __proto__: null');
  };
  for (const node of source.nodes('CallExpression')) {
    const name = source.kinds.languageName(node.callee);
    if (ONE.has(name))
      one(node.arguments[2]);
    const table = MANY.has(name) ? node.arguments[1] : undefined;
    if (table?.type === 'ObjectExpression') {
      one(table);
      table.properties.forEach(({ value }) => one(value));
    }
  }
}

function checkOptions(source, report) {
  for (const node of source.nodes('ObjectExpression')) {
    const copies = node.properties.some(({ type }) => type === 'SpreadElement');
    if (copies && !startsWithoutPrototype(node))
      report(node, 'a copy of an object begins with __proto__: null');
  }
}

module.exports = [
  { name: 'descriptor', group: 'lib', check: checkDescriptors },
  { name: 'options-own', group: 'lib', check: checkOptions },
];
