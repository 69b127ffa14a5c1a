'use strict';
// Classic scripts with syntax that the engine cannot run: import() becomes a call of a function
// that is passed in, `using` a try statement with a scope (using.js).

const { ObjectDefineProperty, RegExpPrototypeExec, StringPrototypeStartsWith } = primordials;
const { run, check } = internalBinding('script');
const { firstLineOffsets } = require('internal/bootstrap/loader');
const lazyModules = () => require('internal/modules/esm/entry');
const lazyUsing = () => require('internal/modules/using');

const LOAD = '_$load';
const USING = '_$using';
const MAY_IMPORT = /\bimport\s*(?:\(|\/[*/]|\.\s*source\b)/;
const MAY_USE = /\busing\s/;

// A function that the program makes of a text may have import(), too.
function watchFunctions(text) {
  if (RegExpPrototypeExec.call(/\bFunction\b/, text) !== null)
    require('internal/modules/made_functions').install();
}

function withoutImports(text) {
  if (RegExpPrototypeExec.call(MAY_IMPORT, text) === null)
    return text;
  watchFunctions(text);
  return require('internal/modules/esm/statements').withoutImports(text);
}

const mayUse = (text) => RegExpPrototypeExec.call(MAY_USE, text) !== null;
const body = (text) =>
  withoutImports((mayUse(text) ? lazyUsing().bodyWithoutUsing(text) : undefined) ?? text);

// What import() needs is loaded with the first call, not with the file that has one.
function loadFrom(name) {
  const loader = () => {
    const { loaderFor, urlOf } = lazyModules();
    return loaderFor(StringPrototypeStartsWith.call(name, 'file:') ? name : urlOf(name));
  };
  const load = (specifier, options) => loader()(specifier, options);
  return ObjectDefineProperty(load, 'source', {
    __proto__: null, value: (specifier, options) => loader().source(specifier, options),
  });
}

// In one reading with the insertions for `await`; undefined when there is more to rewrite.
function runLoading(source, text, filename) {
  watchFunctions(text);
  return run(source, filename, 1, true, true);
}

// The value of head + text + tail, where the text is the body of a function and has import() or
// `using`. `error` is what the engine threw for the original text: it is rethrown when the
// rewritten text fails as well.
function compile(text, filename, head, tail, error) {
  const start = `(${LOAD},${USING})=>${head}`;
  firstLineOffsets[filename] = start.length;
  try {
    const make = (error === undefined ? runLoading(start + text + tail, text, filename) :
      undefined) ?? run(start + body(text) + tail, filename, 1, true);
    return make(loadFrom(filename), () => lazyUsing().makeScope());
  } catch (second) {
    firstLineOffsets[filename] = head.length;
    throw error ?? second;
  }
}

// The text of a script at the top level, where a `using` may stand in blocks only.
function script(text, name) {
  const define = (key, value) => ObjectDefineProperty(
    globalThis, key, { __proto__: null, configurable: true, enumerable: false, value });
  const found = mayUse(text) ? lazyUsing().withoutUsing(text) : undefined;
  if (found !== undefined)
    define(USING, () => lazyUsing().makeScope());
  define(LOAD, loadFrom(name));
  return withoutImports(found === undefined || found.head !== '' ? text : found.text);
}

// --check
function checkBody(text, filename) {
  try {
    check(`(function(){${text}\n})`, filename, 1);
  } catch (error) {
    const other = body(text);
    if (other === text)
      throw error;
    try {
      check(`(function(){${other}\n})`, filename, 1);
    } catch {
      throw error;
    }
  }
}

module.exports = { compile, script, checkBody, loadFrom, withoutImports };
