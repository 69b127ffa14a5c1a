'use strict';
// Linking: loads the dependencies of a module, finds cycles, and checks that every imported name
// exists. No code of the program runs here.

const {
  MathMin, SafeArray, SafeMap, StringPrototypeEndsWith, StringPrototypeStartsWith,
} = primordials;
const { Source, Values, AMBIGUOUS, NEW, LINKED } = require('internal/modules/esm/record');
const { errorAt } = require('internal/modules/esm/translate');

// Depth first, in the order of the import statements. Tarjan's algorithm finds the cycles.
class Walk {
  // Own properties before they are assigned: a setter of the program must not be called.
  order = new SafeMap();
  low = new SafeMap();
  stack = new SafeArray();
  found = new SafeArray();

  visit(record) {
    const index = this.order.size;
    this.order.set(record, index);
    this.low.set(record, index);
    this.stack.push(record);
    if (!(record instanceof Values))
      this.needs(record);
    this.found.push(record);
    if (this.low.get(record) === index)
      this.closeCycle(record);
  }

  needs(record) {
    record.deps = record.dependencies();
    for (let i = 0; i < record.deps.length; i++) {
      const dep = record.deps[i];
      if (dep.state !== NEW)
        continue;
      if (!this.order.has(dep))
        this.visit(dep);
      if (dep === record)
        record.cyclic = true;
      if (this.stack.includes(dep))
        this.low.set(record, MathMin(this.low.get(record), this.low.get(dep)));
    }
  }

  closeCycle(record) {
    const members = this.stack.splice(this.stack.indexOf(record));
    for (let i = 0; i < members.length; i++) {
      members[i].cycle = members;
      members[i].cyclic ||= members.length > 1;
    }
  }
}

function missing(record, request, name) {
  const { specifier, at } = record.scan.requests[request];
  const dep = record.deps[request];
  const fail = (text) => errorAt(record.scan.source, record.url, at, text);
  if (dep instanceof Values && dep.load !== undefined &&
      !StringPrototypeStartsWith.call(dep.url, 'node:') &&
      !StringPrototypeEndsWith.call(dep.url, '.json')) {
    return fail(`Named export '${name}' not found. The requested module '${specifier}' is a ` +
      'CommonJS module, which may not support all module.exports as named exports.\n' +
      'CommonJS modules can always be imported via the default export, for example using:\n\n' +
      `import pkg from '${specifier}';\nconst { ${name} } = pkg;\n`);
  }
  return fail(`The requested module '${specifier}' does not provide an export named '${name}'`);
}

function checkImport(record, request, name) {
  const found = record.deps[request].resolveExport(name);
  const { specifier, at } = record.scan.requests[request];
  if (found === null)
    throw missing(record, request, name);
  if (found === AMBIGUOUS) {
    throw errorAt(record.scan.source, record.url, at, `The requested module '${specifier
    }' contains conflicting star exports for name '${name}'`);
  }
  return found;
}

function checkNames(record) {
  const { imports, indirect } = record.scan;
  for (let i = 0; i < imports.length; i++) {
    if (imports[i].name !== '*')
      checkImport(record, imports[i].request, imports[i].name);
  }
  for (let i = 0; i < indirect.length; i++) {
    if (indirect[i].from !== '*')
      checkImport(record, indirect[i].request, indirect[i].from);
  }
}

// Links a module and its dependencies; throws the first error.
function link(record) {
  if (record.state !== NEW)
    return;
  const walk = new Walk();
  walk.visit(record);
  for (let i = 0; i < walk.found.length; i++) {
    if (walk.found[i] instanceof Source)
      checkNames(walk.found[i]);
  }
  for (let i = 0; i < walk.found.length; i++)
    walk.found[i].state = LINKED;
}

module.exports = { link, checkImport };
