'use strict';
// A module as a function. The engine's interface runs classic scripts only, so the statements are
// taken out (statements.js) and the rest is the body of a strict function, compiled right before it
// runs, when the modules it asks for have run:
//
//   (function (_$s, _$i, _$x, _$load, _$gyremeta_) {
//     with (_$s) return async function* () { 'use strict';
//       const { 0: a, 1: b } = _$i; _$x({ c: () => c }); yield; …body…
//
// 1. An imported binding that can change no more is a constant: exact, and as fast as a local.
// 2. One that may still change (of a module in the same cycle; one that a function assigns to) is a
//    getter of `_$s`, and its uses are rewritten to members (references.c). Where that gives no
//    program, the name is used for something else as well: then, and only then, there is a `with`,
//    which makes every free name of the module slow, and is the `this` of functions called by such
//    a name.
// 3. `async` stands there only for top-level await, which the engine itself is asked about.
// 4. `yield` is for modules in a cycle: functions are hoisted and exports readable before any runs.
// 5. All of this is on the first line, before the source's own text.

const {
  JSONStringify, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectGetPrototypeOf,
  ObjectHasOwn, ObjectKeys, ReflectApply, SafeArray, StringPrototypeSlice,
  StringPrototypeStartsWith,
} = primordials;
const { run, check } = internalBinding('script');
const { firstLineOffsets } = require('internal/bootstrap/loader');
const { scan, LOAD, META, DEFAULT } = require('internal/modules/esm/statements');

const stripShebang = (text) => (StringPrototypeStartsWith.call(text, '#!') ?
  `//${StringPrototypeSlice.call(text, 2)}` : text);

// A SyntaxError with a place in a module, as the engine's own have.
function errorAt(source, url, offset, message) {
  const error = new primordials.SyntaxError(message);
  define(error, 'line', lineOf(source, offset));
  define(error, 'sourceURL', url);
  return error;
}

function define(object, key, value) {
  ObjectDefineProperty(object, key, { __proto__: null, value, configurable: true, writable: true });
}

function lineOf(source, offset) {
  let line = 1;
  for (let i = 0; i < offset && i < source.length; i++) {
    const c = source[i];
    if ((c === '\n' && source[i - 1] !== '\r') || c === '\r' || c === '\u2028' || c === '\u2029')
      line++;
  }
  return line;
}

function scanAt(source, url) {
  const text = stripShebang(source);
  try {
    return scan(text);
  } catch (error) {
    throw ObjectHasOwn(error, 'at') ? errorAt(text, url, error.at, error.message) : error;
  }
}

function isFine(text, url) {
  try {
    check(text, url, 1);
    return true;
  } catch {
    return false;
  }
}

// `using` at the top level has a scope around all that can be seen from outside.
const around = ({ top }, body) =>
  (top === undefined ? body : `${top.head}${body}\n${top.tail}`);

// A static block of a class may have no `await` of its own: the parser knows where those are.
// Throws the SyntaxError of a text that is no module at all, before anything is loaded for it.
function needsAsync(found, url) {
  const body = around(found, found.rewritten());
  if (isFine(`class _{static{${body}\n}}`, url))
    return false;
  try {
    check(`(${found.awaits ? 'async ' : ''}function(){'use strict';${body}\n})`, url, 1);
  } catch (error) {
    throw require('internal/error_stack').adopt(error);
  }
  return found.awaits;
}

function hasTopLevelAwait(found, url) {
  try {
    return needsAsync(found, url);
  } catch {
    return false;
  }
}

function isValidModule(text, url) {
  try {
    needsAsync(scanAt(text, url), url);
    return true;
  } catch {
    return false;
  }
}

// { text, constants, scope } for the imports: [{ local, read, stable }].
function bindings(imports) {
  const constants = new SafeArray();
  const scope = { __proto__: null };
  let names = '';
  let changing = false;
  for (let i = 0; i < imports.length; i++) {
    const { local, read, stable } = imports[i];
    if (stable) {
      names += `${constants.length}:${local},`;
      constants.push(read());
    } else {
      changing = true;
      ObjectDefineProperty(scope, local, { __proto__: null, get: read, enumerable: true });
    }
  }
  return { __proto__: null, text: names === '' ? '' : `const{${names}}=_$i;`, constants,
           scope: changing ? scope : undefined };
}

// The body with these names as members of `_$s`; undefined when that is no program.
function withMembers(record, names) {
  const edits = record.scan.members(names);
  if (edits === undefined)
    return undefined;
  const body = record.scan.rewritten(edits);
  const text = around(record.scan, body);
  return isFine(`(${record.async ? 'async ' : ''}function(){'use strict';${text}\n})`, record.url) ?
    body : undefined;
}

// { body, slow }: with as many names as members as can be; slow: some need the `with`.
function bodyOf(record, scope) {
  if (scope === undefined)
    return { __proto__: null, body: record.scan.rewritten(), slow: false };
  const names = ObjectKeys(scope);
  const all = withMembers(record, names);
  if (all !== undefined)
    return { __proto__: null, body: all, slow: false };
  const some = new SafeArray();
  for (let i = 0; i < names.length; i++) {
    if (withMembers(record, [names[i]]) !== undefined)
      some.push(names[i]);
  }
  const body = withMembers(record, some) ?? record.scan.rewritten();
  return { __proto__: null, body, slow: true };
}

function head(record, bound, cyclic, slow) {
  let getters = '';
  record.exports.forEach(({ local }) => {
    if (local !== undefined)
      getters += `${JSONStringify(local)}:()=>${local},`;
  });
  return `(function(_$s,_$i,_$x,${LOAD},${META},_$using){${slow ? 'with(_$s)' : ''}return ` +
    `${record.async ? 'async ' : ''}function${cyclic ? '*' : ''}(){'use strict';${bound.text}` +
    `${record.scan.top?.head ?? ''}_$x({__proto__:null,${getters}});${cyclic ? 'yield;' : ''}`;
}

// Makes record.body(): what runs the module.
function translate(record, imports, load, meta) {
  const bound = bindings(imports);
  const { cyclic } = record;
  const { body: text, slow } = bodyOf(record, bound.scope);
  const start = head(record, bound, cyclic, slow);
  firstLineOffsets[record.url] = start.length;
  const whole = `${start}${text}\n${record.scan.top?.tail ?? ''}}})`;
  const make = record.host === null ? run(whole, record.url, 1, true) : record.host.compile(whole);
  const register = (getters) => { record.getters = getters; };
  const body = make(bound.scope, bound.constants, register, load, meta,
                    () => require('internal/modules/using').makeScope());
  if (!cyclic) {
    record.body = body;
    return;
  }
  // Up to the `yield`: an async one gives a promise of it that nobody needs.
  const steps = body();
  const resume = nextOf(record.async);
  const goOn = () => ReflectApply(resume, steps, []);
  goOn();
  record.body = () => (record.async ? goOn() : void goOn());
}

// `next` of generators, of the realm that no program reaches: of one made by a function there.
function nextOf(isAsync) {
  const make = primordials.realm.eval(isAsync ? '(async function*(){})' : '(function*(){})');
  return ObjectGetPrototypeOf(make.prototype).next;
}

// A getter of that name is not called.
function ownName(value) {
  const name = ObjectGetOwnPropertyDescriptor(value, 'name');
  return name !== undefined && ObjectHasOwn(name, 'value') ? name.value : undefined;
}

// An anonymous default export is called "default".
function nameDefault(record) {
  if (record.getters?.[DEFAULT] === undefined)
    return;
  const value = record.getters[DEFAULT]();
  if (typeof value === 'function' && ownName(value) === DEFAULT)
    ObjectDefineProperty(value, 'name', { __proto__: null, value: 'default', configurable: true });
}

module.exports = {
  errorAt, scanAt, needsAsync, hasTopLevelAwait, isFine, isValidModule, stripShebang, translate,
  nameDefault,
};
