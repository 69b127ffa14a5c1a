'use strict';
// The thread of asynchronous hooks: see internal/modules/hooks_thread.
//
// (1) The port keeps the thread alive between calls, but not during one: if the loop becomes empty
//     during a call, nothing can answer it, and the caller is informed. The thread continues.
// (2) The last step of a chain is the behaviour without hooks, in this thread.
// (3) If a module of hooks calls register(), the hooks are added to the same chain, when that
//     module is registered or with the next call.

const {
  ArrayIsArray, AtomicsNotify, AtomicsStore, ObjectDefineProperty, ReflectApply, SafeArray,
} = primordials;
const { codes } = require('internal/errors');
const { protect } = require('internal/messaging/port');
const { parseURL } = require('internal/url');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { pack } = require('internal/worker/errors');

const STATE = 0, CODE = 1, END = 2;    // in `lock`
const ANSWERED = 1;
const UNANSWERED = 2;
const ENDED = 3;

const registered = new SafeArray();
const later = new SafeArray();    // (3) arguments of add()

// ---- Chains ----

const NEXT = { __proto__: null, resolve: 'nextResolve', load: 'nextLoad' };
const SUBJECT = { __proto__: null, resolve: 'specifier', load: 'url' };

function hooksFor(kind) {
  const found = new SafeArray();
  for (let i = 0; i < registered.length; i++) {
    if (typeof registered[i][kind] === 'function') {
      found.push({ __proto__: null, name: `${registered[i].specifier} '${kind}'`,
                   call: registered[i][kind] });
    }
  }
  return found;
}

// Checks what a hook passes to the next one. Errors name the hook.
function checkArguments(kind, hook, value, context) {
  const name = hook?.name ?? `node:internal/modules/esm/${kind} '${kind}'`;
  const what = `${name} hook's ${NEXT[kind]}()`;
  const subject = `${what} ${SUBJECT[kind]}`;
  if (typeof value !== 'string')
    throw new codes.ERR_INVALID_ARG_TYPE(subject, 'string', value);
  if (kind === 'load' && !parseURL(value))
    throw new codes.ERR_INVALID_ARG_VALUE(subject, value, 'should be a URL string');
  if (context !== undefined && context !== null &&
      (typeof context !== 'object' || ArrayIsArray(context)))
    throw new codes.ERR_INVALID_ARG_TYPE(`${what} context`, 'Object', context);
}

function checkText(value, hook, name) {
  if (value !== undefined && value !== null && typeof value !== 'string')
    throw new codes.ERR_INVALID_RETURN_PROPERTY_VALUE('a string', hook, name, value);
}

const CHECKS = {
  __proto__: null,
  resolve({ format, url }, hook) {
    if (typeof url !== 'string' || !parseURL(url))
      throw new codes.ERR_INVALID_RETURN_PROPERTY_VALUE('a URL string', hook, 'url', url);
    checkText(format, hook, 'format');
  },
  load({ format, source }, hook) {
    checkText(format, hook, 'format');
    if (source !== undefined && source !== null && typeof source !== 'string' &&
        !isAnyArrayBuffer(source) && !isArrayBufferView(source)) {
      throw new codes.ERR_INVALID_RETURN_PROPERTY_VALUE(
        'a string, an ArrayBuffer, or a TypedArray', hook, 'source', source);
    }
  },
};

// The former name of importAttributes.
function withAssertions(context) {
  ObjectDefineProperty(context, 'importAssertions', {
    __proto__: null, configurable: true, enumerable: false,
    get() {
      process.emitWarning('Use `importAttributes` instead of `importAssertions`',
                          'ExperimentalWarning');
      return this.importAttributes;
    },
  });
  return context;
}

function run(kind, subject, context, last) {
  const hooks = hooksFor(kind);
  const call = async (index, given, at) => {
    if (index < 0)
      return await last(given, at);
    const hook = hooks[index];
    let isCalled = false;
    const next = async (nextSubject, nextContext) => {
      isCalled = true;
      checkArguments(kind, hooks[index - 1], nextSubject, nextContext);
      // lint-ok: options-own the program gets a plain object
      return await call(index - 1, nextSubject, { ...at, ...nextContext });
    };
    ObjectDefineProperty(next, 'name', { __proto__: null, value: NEXT[kind] });
    const result = await ReflectApply(hook.call, undefined, [given, withAssertions(at), next]);
    if (typeof result !== 'object' || result === null) {
      throw new codes.ERR_INVALID_RETURN_VALUE(
        'an object', `${hook.name} hook's ${NEXT[kind]}()`, result);
    }
    if (!isCalled && !result.shortCircuit)
      throw new codes.ERR_LOADER_CHAIN_INCOMPLETE(hook.name);
    CHECKS[kind](result, hook.name);
    return result;
  };
  return call(hooks.length - 1, subject, context);
}

// ---- Registration ----

// Hooks resolve the modules of those that are registered after them.
async function resolveHooks(specifier, parentURL) {
  if (registered.length === 0)
    return specifier;
  const { defaultResolve, namesFor } = require('internal/modules/hooks');
  const context = { conditions: namesFor('import'), importAttributes: {}, parentURL };
  const { url } = await run('resolve', specifier, context, defaultResolve);
  return url;
}

// The hooks are used even if initialize() throws.
async function add(specifier, parentURL, data) {
  const { importFrom } = require('internal/modules/esm/entry');
  const found = await resolveHooks(specifier, parentURL);
  const { initialize, resolve, load } = await importFrom(parentURL, found);
  registered.push({ __proto__: null, specifier, resolve, load });
  if (typeof initialize === 'function')
    await initialize(data);
}

async function addLater() {
  while (later.length > 0) {
    const { specifier, parentURL, data } = later.shift();
    await add(specifier, parentURL, data);
  }
}

function register(specifier, parentURL, data) {
  later.push({ __proto__: null, specifier, parentURL, data });
}

// ---- Calls of the other thread ----

const METHODS = {
  __proto__: null,

  async register({ 0: specifier, 1: parentURL, 2: data }) {
    let error;
    try {
      await add(specifier, parentURL, data);
      await addLater();
    } catch (reason) {
      error = pack(reason);
    }
    return { __proto__: null, error, hasHooks: registered.length > 0 };
  },

  async resolve({ 0: specifier, 1: context }) {
    const { defaultResolve } = require('internal/modules/hooks');
    const { format, importAttributes, url } =
      await run('resolve', specifier, context, defaultResolve);
    return { __proto__: null, format, importAttributes, url, shortCircuit: true };
  },

  async load({ 0: url, 1: context }) {
    const { format, source } = await run('load', url, context, defaultLoad);
    return { __proto__: null, format, source, shortCircuit: true };
  },
};

// The text of a CommonJS module is read by the thread that runs it.
function defaultLoad(url, context) {
  const result = require('internal/modules/hooks').defaultImport(url, context);
  if (result.format === 'commonjs')
    result.source = context.format === 'commonjs' ? undefined : null;
  return result;
}

async function answer({ method, args }) {
  try {
    await addLater();
    return { __proto__: null, value: await METHODS[method](args) };
  } catch (error) {
    return { __proto__: null, error: pack(error) };
  }
}

function start({ port, lock }) {
  let isWaiting = false;
  const setState = (state) => {
    AtomicsStore(lock, STATE, state);
    AtomicsNotify(lock, STATE, 1);
  };
  protect(port);
  process.on('beforeExit', () => {
    if (isWaiting) {
      isWaiting = false;
      port.ref();
      setState(UNANSWERED);
    }
  });
  process.on('exit', (code) => {
    AtomicsStore(lock, CODE, code);
    AtomicsStore(lock, END, ENDED);
    setState(ENDED);
  });
  port.on('message', async (message) => {
    isWaiting = true;
    port.unref();
    const reply = await answer(message);
    port.ref();
    try {
      port.postMessage(reply);
    } catch (error) {
      port.postMessage({ __proto__: null, error: pack(error) });
    }
    isWaiting = false;
    setState(ANSWERED);
  });
}

module.exports = { register, start };
