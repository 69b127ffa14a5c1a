'use strict';
// Rewrites the awaits of the program's files (awaits.js) before the engine compiles them.

const { rewrite, CALL, EACH } = require('internal/see/record/awaits');
const { replace, whenLoaded } = require('internal/see/record/replace');
const { setSource } = require('internal/see/record/frames');
const { announced, looped } = require('internal/see/record/promises');
const { check } = internalBinding('script');
const {
  ArrayPrototypeSlice, ObjectDefineProperty, ReflectApply, StringPrototypeStartsWith,
} = primordials;

const SCRIPT = '(function(){';
const MODULE = '(async function(){\'use strict\';';

function isProgram(text, url, head) {
  try {
    check(`${head}${text}\n})`, url, 1);
    return true;
  } catch {
    return false;
  }
}

const compileFunction = (original) => function _compile(content, filename) {
  const text = rewrite(content);
  const isFine = text !== content &&
    isProgram(StringPrototypeStartsWith.call(text, '#!') ? `//${text}` : text, filename, SCRIPT);
  if (isFine)
    setSource(filename, text);
  recorder.mainRuns();
  const args = ArrayPrototypeSlice.call(arguments);
  args[0] = isFine ? text : content;
  return ReflectApply(original, this, args);
};

// The text of `-e`, or of standard input.
const toRunFunction = () => function toRun(content, name) {
  const text = rewrite(content);
  if (text === content || !isProgram(text, name, SCRIPT))
    return content;
  setSource(name, text);
  return text;
};

// A module is compiled right before it runs.
const translateFunction = (original) => function translate(...args) {
  const result = ReflectApply(original, this, args);
  recorder.mainRuns();
  return result;
};

// ES modules: the text is scanned for imports and exports; the rest is compiled.
const scanFunction = (original) => function scanAt(source, url) {
  const text = rewrite(source);
  let found;
  try {
    found = text === source ? undefined : original(text, url);
  } catch {
    // Compiling the original text throws the error.
  }
  const isFine = found !== undefined && isProgram(found.rewritten(), url, MODULE);
  setSource(url, isFine ? text : source);
  return isFine ? found : original(source, url);
};

const defineGlobal = (name, value) => ObjectDefineProperty(globalThis, name, {
  __proto__: null, configurable: true, enumerable: false, writable: true, value,
});

let recorder;
function install(given) {
  recorder = given;
  defineGlobal(CALL, announced);
  defineGlobal(EACH, looped);
  return [
    whenLoaded('internal/modules/cjs', ({ Module }) =>
      [replace(Module.prototype, '_compile', compileFunction)]),
    whenLoaded('internal/main', (exports) => [replace(exports, 'toRun', toRunFunction)]),
    whenLoaded('internal/modules/esm/translate', (exports) =>
      [replace(exports, 'scanAt', scanFunction), replace(exports, 'translate', translateFunction)]),
  ];
}

module.exports = { install };
