'use strict';
// The default evaluator: a piece of input → a value.
//
// 1. Input that does not parse is reported before any of it runs: as an error, or as Recoverable
//    if further lines may complete it.
// 2. Names declared by let, const and class are properties of the global object. A constant is an
//    accessor without a setter; it becomes one after its input has been evaluated.
// 3. Input without `await` is evaluated at once; the callback is called before eval() returns.

const {
  ArrayPrototypeIncludes, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor,
  PromisePrototypeThen,
  ReflectDefineProperty, RegExpPrototypeExec, SafeWeakSet, StringPrototypeTrim,
} = primordials;
const { codes: { ERR_SCRIPT_EXECUTION_INTERRUPTED } } = require('internal/errors');
const { Recoverable, isRecoverable, isObjectLiteral, syntaxError } =
  require('internal/repl/recoverable');
const { rewrite, isAwaiting } = require('internal/repl/rewrite');
const vm = require('vm');

const LOAD = '_$load';
const MAY_IMPORT = /\bimport\s*(?:\(|\/[*/]|\.\s*source\b)/;
const STATIC_IMPORT = /^\s*import\s+(?:[\w$*{'"])/;

// The error that a callback gets for `throw undefined`.
class Thrown {
  constructor(value) { this.value = value; }
}

// Getters that run no code of the user: those of constants, and those that the REPL defines.
const trustedGetters = new SafeWeakSet();

// ---- Names ----

const property = (value) => ({
  __proto__: null, value, writable: true, enumerable: false, configurable: true,
});

function predefine(global, { lexical, hoisted }) {
  for (let i = 0; i < lexical.length; i++)
    ReflectDefineProperty(global, lexical[i], property(undefined));
  for (let i = 0; i < hoisted.length; i++) {
    if (ObjectGetOwnPropertyDescriptor(global, hoisted[i]) === undefined) {
      ReflectDefineProperty(global, hoisted[i], {
        __proto__: null, value: undefined, writable: true, enumerable: true, configurable: true,
      });
    }
  }
}

function makeConstants(global, { constants }) {
  for (let i = 0; i < constants.length; i++) {
    const name = constants[i];
    const value = global[name];
    const get = () => value;
    trustedGetters.add(get);
    ReflectDefineProperty(global, name, {
      __proto__: null, configurable: true, enumerable: false, get,
      set() { throw new primordials.TypeError('Assignment to constant variable.'); },
    });
  }
}

function remember(server, { lexical }) {
  for (let i = 0; i < lexical.length; i++)
    server.lexicalNames.add(lexical[i]);
}

// ---- import ----

// How import() gets what an import statement names.
function importHint(source) {
  const { 1: names, 2: specifier } = RegExpPrototypeExec.call(
    /^\s*import\s+(?:(.+?)\s+from\s+)?(["'][^"']*["'])/, source) ?? [];
  const load = `await import(${specifier ?? '...'})`;
  const all = RegExpPrototypeExec.call(/^\*\s*as\s+([\w$]+)/, names ?? '');
  const how = names === undefined ? load : names[0] === '{' ? `const ${names} = ${load}` :
    all !== null ? `const ${all[1]} = ${load}` : `const { default: ${names} } = ${load}`;
  return new primordials.SyntaxError('Cannot use import statement inside the REPL, alternatively ' +
    `use dynamic import: ${how}`);
}

// import() looks for files from the working directory.
function withImports(text, global) {
  if (RegExpPrototypeExec.call(MAY_IMPORT, text) === null)
    return text;
  const { loadFrom, withoutImports } = require('internal/modules/rewritten');
  const folder = require('internal/modules/cjs').workingFolder();
  ObjectDefineProperty(global, LOAD, property(loadFrom(`${folder}/repl`)));
  return withoutImports(text);
}

// ---- Evaluation ----

// The text to run, with its names; throws the SyntaxError of the input, or Recoverable.
function prepare(source, strict) {
  const mode = strict ? "'use strict'; void 0;" : '';
  const text = asObject(source, mode) ?? source;
  const error = syntaxError(mode + text);
  const mayAwait = RegExpPrototypeExec.call(/\bawait\b/, text) !== null;
  if (error === undefined && !mayAwait)
    return rewrite(text, strict);
  if (error !== undefined && isRecoverable(text, error))
    throw new Recoverable(error);
  if (RegExpPrototypeExec.call(STATIC_IMPORT, text) !== null)
    throw importHint(text);
  const found = mayAwait ? prepareAwait(text, mode, strict) : undefined;
  if (found !== undefined)
    return found;
  if (error !== undefined)
    throw error;
  return rewrite(text, strict);
}

// `{ a: 1 }` in parentheses, if that is a program.
function asObject(source, mode) {
  if (!isObjectLiteral(source))
    return undefined;
  const wrapped = `(${StringPrototypeTrim.call(source)}\n)\n`;
  return syntaxError(mode + wrapped) === undefined ||
    syntaxError(`(async()=>{${mode}${wrapped}})`) === undefined ? wrapped : undefined;
}

// For input that contains `await`; undefined if it is not the operator at the top level.
function prepareAwait(text, mode, strict) {
  if (!isAwaiting(text))
    return undefined;
  const head = `(async()=>{${mode}`;
  if (syntaxError(`${head}${text}\n})`) === undefined) {
    const found = rewrite(text, strict);
    for (let i = 0; i < found.statements.length; i++) {
      if (found.statements[i].kind === 'return')
        return undefined;
    }
    return found;
  }
  // Without its end the function is an error at the end of the text, or before.
  const error = syntaxError(head + text);
  throw isRecoverable(head + text, error) ? new Recoverable(error) : error;
}

// In the context of the REPL, which may be that of the program.
function run(server, text, file) {
  const script = new vm.Script(text, { __proto__: null, filename: file });
  const options = { __proto__: null, breakOnSigint: server.breakEvalOnSigint };
  return server.useGlobal ? script.runInThisContext(options) :
    script.runInContext(server.context, options);
}

// The value of an async function's promise, or an interruption by Ctrl+C.
function settle(server, promise, callback, done) {
  let isOver = false;
  const end = (error, result) => {
    if (isOver)
      return;
    isOver = true;
    server.interruptAwait = undefined;
    done();
    if (error !== null)
      callback(error.value ?? new Thrown(error.value));
    else
      callback(null, result?.value);
  };
  server.interruptAwait = () =>
    end({ __proto__: null, value: new ERR_SCRIPT_EXECUTION_INTERRUPTED() });
  PromisePrototypeThen.call(promise, (result) => end(null, result),
                            (value) => end({ __proto__: null, value }));
}

// By the REPL's mode, or because the whole process is (--use-strict).
const isStrict = (server) => server.replMode === server.constructor.modes.STRICT ||
  ArrayPrototypeIncludes.call(process.execArgv, '--use-strict');

// eval(code, context, file, callback) of a REPLServer.
function evaluate(server, code, file, callback) {
  if (code === '\n')
    return callback(null);
  const strict = isStrict(server);
  let found;
  try {
    found = prepare(code, strict);
  } catch (error) {
    return callback(error);
  }
  const { context } = server;
  predefine(context, found);
  remember(server, found);
  let value;
  try {
    value = run(server, withImports(found.text, context), file);
    if (found.isAsync)
      value = value(context);
  } catch (error) {
    makeConstants(context, found);
    return callback(error ?? new Thrown(error));
  }
  if (found.isAsync)
    return settle(server, value, callback, () => makeConstants(context, found));
  makeConstants(context, found);
  callback(null, value);
}

module.exports = { evaluate, isStrict, trustedGetters, property, Thrown };
