'use strict';
// From one module to all it needs: loads them, finds the cycles, checks that every imported name
// is there. Nothing of a program runs here.

const { Source, Values, recordOf, AMBIGUOUS, NEW, LINKED } =
  require('internal/modules/esm/record');
const { errorAt } = require('internal/modules/esm/translate');

// Depth first, as the statements stand. Also numbers the modules to find cycles (Tarjan).
class Walk {
  constructor() {
    this.order = new Map();
    this.low = new Map();
    this.stack = [];
    this.found = [];
  }

  visit(record) {
    const index = this.order.size;
    this.order.set(record, index);
    this.low.set(record, index);
    this.stack.push(record);
    if (record instanceof Source)
      this.needs(record);
    this.found.push(record);
    if (this.low.get(record) === index)
      this.closeCycle(record);
  }

  needs(record) {
    record.deps = record.scan.requests.map(({ specifier, attributes }) =>
      recordOf(specifier, record.url, attributes));
    for (const dep of record.deps) {
      if (dep.state !== NEW)
        continue;
      if (!this.order.has(dep))
        this.visit(dep);
      if (dep === record)
        record.cyclic = true;
      if (this.stack.includes(dep))
        this.low.set(record, Math.min(this.low.get(record), this.low.get(dep)));
    }
  }

  closeCycle(record) {
    const members = this.stack.splice(this.stack.indexOf(record));
    for (const one of members) {
      one.cycle = members;
      one.cyclic ||= members.length > 1;
    }
  }
}

function missing(record, request, name) {
  const { specifier, at } = record.scan.requests[request];
  const dep = record.deps[request];
  const fail = (text) => errorAt(record.scan.source, record.url, at, text);
  if (dep instanceof Values && !dep.url.startsWith('node:') && !dep.url.endsWith('.json')) {
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
  for (const { request, name } of record.scan.imports) {
    if (name !== '*')
      checkImport(record, request, name);
  }
  for (const { request, from } of record.scan.indirect) {
    if (from !== '*')
      checkImport(record, request, from);
  }
}

// Makes a module and all below it ready to run; throws what stands against it.
function link(record) {
  if (record.state !== NEW)
    return;
  const walk = new Walk();
  walk.visit(record);
  for (const one of walk.found) {
    if (one instanceof Source)
      checkNames(one);
  }
  for (const one of walk.found)
    one.state = LINKED;
}

module.exports = { link, checkImport };
