'use strict';
// Evaluation in the order of the specification: depth first, each module once. Modules that wait
// for a top-level await continue when it has settled, in the order in which they started to wait.

const { Source, pathOf, LINKED, EVALUATING, WAITING, DONE } =
  require('internal/modules/esm/record');
const { checkImport } = require('internal/modules/esm/link');
const { translate, nameDefault } = require('internal/modules/esm/translate');
const { namespaceOf, readBinding, isStable } = require('internal/modules/esm/namespace');
const {
  MathMin, ObjectPrototypeIsPrototypeOf, Promise, PromiseWithResolvers, RegExpPrototypeExec,
  SafeArray, StringPrototypeEndsWith,
} = primordials;

const { setOwnProperty } = require('internal/util');

let waitOrder = 0;
let hooks;      // { loadFor(record), metaFor(record) }

function importsOf(record) {
  return record.scan.imports.map(({ request, name, local }) => {
    const binding = name === '*' ? { __proto__: null, record: record.deps[request], local: '*' } :
      checkImport(record, request, name);
    return { __proto__: null, local, stable: isStable(binding), read: () => readBinding(binding) };
  });
}

// Compiles a module. All modules of a cycle are compiled together, so that each can call hoisted
// functions of the others.
function prepare(record) {
  if (record.body !== undefined)
    return;
  const all = record.cyclic ? record.cycle : [record];
  for (let i = 0; i < all.length; i++) {
    const one = all[i];
    if (one instanceof Source && one.body === undefined)
      translate(one, importsOf(one), hooks.loadFor(one), hooks.metaFor(one));
  }
}

function execute(record) {
  if (!(record instanceof Source))
    return record.run();
  prepare(record);
  try {
    return record.host === null ? record.body() : record.host.run(record.body);
  } catch (error) {
    explain(error, record);
    throw error;
  }
}

const OF_COMMONJS = /^(?:Can't find variable: )?(require|module|exports|__filename|__dirname)$/;

const INSTEAD = {
  __proto__: null,
  require: 'replace require() with import',
  exports: 'use export instead of module.exports/exports',
  module: 'use export instead of module.exports/exports',
  __filename: 'use import.meta.filename instead',
  __dirname: 'use import.meta.dirname instead',
};

// Explains the ReferenceError of a variable that only CommonJS has.
function explain(error, record) {
  if (record.host !== null)
    return;
  const name = ObjectPrototypeIsPrototypeOf.call(primordials.ReferenceError.prototype, error) ?
    RegExpPrototypeExec.call(OF_COMMONJS, error.message)?.[1] : undefined;
  if (name === undefined)
    return;
  if (record.async) {
    error.message = `Cannot determine intended module format because both '${name}' and ` +
      'top-level await are present. If the code is intended to be CommonJS, wrap await in an ' +
      `async function. If the code is intended to be an ES module, ${INSTEAD[name]}.`;
    setOwnProperty(error, 'code', 'ERR_AMBIGUOUS_MODULE_SYNTAX');
    return;
  }
  let text = `${name} is not defined in ES module scope`;
  if (name === 'require')
    text += ', you can use import instead';
  const file = pathOf(record.url);
  const pkg = file !== undefined && StringPrototypeEndsWith.call(file, '.js') ?
    require('internal/modules/package').scopeOf(file) : null;
  if (pkg?.type === 'module') {
    text += "\nThis file is being treated as an ES module because it has a '.js' file extension " +
      `and '${pkg.path}' contains "type": "module". To treat it as a CommonJS script, rename it ` +
      "to use the '.cjs' file extension.";
  }
  error.message = text;
}

function fail(record, error) {
  record.failed = true;
  record.error = error;
  record.state = DONE;
  record.settled?.reject(error);
  const { parents } = record;
  for (let i = 0; i < parents.length; i++) {
    if (!parents[i].failed)
      fail(parents[i], error);
  }
}

function succeed(record) {
  record.state = DONE;
  nameDefault(record);
  record.settled?.resolve();
}

// By `await`: then() reads the species of the program's Promise.
async function executeAsync(record) {
  let promise;
  try {
    promise = execute(record);
  } catch (error) {
    fail(record, error);
    return;
  }
  try {
    await promise;
  } catch (error) {
    explain(error, record);
    fail(record, error);
    return;
  }
  fulfilled(record);
}

// Modules that waited for nothing but `record`, and what waited only for them.
function released(record, list) {
  for (let i = 0; i < record.parents.length; i++) {
    const parent = record.parents[i];
    if (parent.failed || --parent.pending > 0)
      continue;
    list.push(parent);
    if (!parent.async)
      released(parent, list);
  }
  return list;
}

function fulfilled(record) {
  succeed(record);
  const list = released(record, new SafeArray());
  list.sort((a, b) => a.waitOrder - b.waitOrder);
  for (let i = 0; i < list.length; i++) {
    const one = list[i];
    if (one.failed)
      continue;
    if (one.async) {
      executeAsync(one);
      continue;
    }
    try {
      execute(one);
      succeed(one);
    } catch (error) {
      fail(one, error);
    }
  }
}

class Run {
  // Own properties before they are assigned: a setter of the program must not be called.
  stack;
  index;

  constructor() {
    this.stack = new SafeArray();
    this.index = 0;
  }

  visit(record) {
    if (record.state >= EVALUATING) {
      if (record.state === DONE && record.failed)
        throw record.error;
      return;
    }
    record.state = EVALUATING;
    record.order = record.low = this.index++;
    record.pending = 0;
    record.parents = new SafeArray();
    record.waits = false;
    this.stack.push(record);
    for (let i = 0; i < record.deps.length; i++)
      this.visitDep(record, record.deps[i]);
    this.start(record);
    if (record.low === record.order)
      this.closeCycle(record);
  }

  visitDep(record, dep) {
    this.visit(dep);
    let on = dep;
    if (this.stack.includes(dep)) {
      record.low = MathMin(record.low, dep.low);
    } else {
      on = dep.root ?? dep;
      if (on.failed)
        throw on.error;
    }
    if (on.waits && on.state !== DONE) {
      record.pending++;
      on.parents.push(record);
    }
  }

  start(record) {
    if (record.pending > 0 || record.async) {
      record.waits = true;
      record.waitOrder = waitOrder++;
      if (record.pending === 0)
        executeAsync(record);
      return;
    }
    execute(record);
    nameDefault(record);
  }

  closeCycle(record) {
    const members = this.stack.splice(this.stack.indexOf(record));
    for (let i = 0; i < members.length; i++) {
      const one = members[i];
      one.root = record;
      if (one.state === EVALUATING)
        one.state = one.waits ? WAITING : DONE;
    }
  }
}

// Runs a module. Returns undefined when it is done, or a promise when it waits.
function evaluate(record) {
  const root = record.root ?? record;
  if (root.state === LINKED) {
    const run = new Run();
    try {
      run.visit(record);
    } catch (error) {
      for (let i = 0; i < run.stack.length; i++) {
        const one = run.stack[i];
        one.failed = true;
        one.error = error;
        one.state = DONE;
      }
      throw error;
    }
  }
  const last = record.root ?? record;
  if (last.failed)
    throw last.error;
  if (last.state !== WAITING)
    return undefined;
  last.settled ??= PromiseWithResolvers.call(Promise);
  return last.settled.promise;
}

const setHooks = (given) => { hooks = given; };

module.exports = { evaluate, setHooks, namespaceOf };
