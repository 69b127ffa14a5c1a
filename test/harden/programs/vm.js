'use strict';
const { step, text, thrown } = require('../harness.js');
const vm = require('node:vm');

step('this context', () => {
  const script = new vm.Script('1 + 2', { filename: 'mine.js' });
  return text(vm.runInThisContext('5 * 2'), script.runInThisContext(), script.runInThisContext());
});
step('new context', () => {
  const context = vm.createContext({ a: 1 });
  const first = vm.runInContext('a + 1; b = a + 5; a', context);
  return text(first, context.b, vm.isContext(context), vm.isContext({}),
    vm.runInNewContext('x * 2', { x: 4 }),
    new vm.Script('a').runInContext(context), new vm.Script('typeof y').runInNewContext({ y: 1 }));
});
step('realms', () => text(vm.runInNewContext('[] instanceof Array'),
  vm.runInNewContext('[]') instanceof Array));
step('compileFunction', () => text(vm.compileFunction('return a + b', ['a', 'b'])(1, 2)));
step('errors', () => text(thrown(() => vm.runInThisContext('throw new RangeError("inside")')),
  thrown(() => vm.runInNewContext('none()')).length > 5,
    thrown(() => new vm.Script('let a = ;')).length > 5));
step('wrong arguments', () => text(thrown(() => new vm.Script('1', { filename: 5 })),
  thrown(() => vm.runInContext('1', {})),
  thrown(() => vm.compileFunction(5)), thrown(() => vm.createContext(5))));
