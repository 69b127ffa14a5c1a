'use strict';
// The program's files on their way to the engine: their awaits are made to tell (awaits.js).

const { rewrite, CALL, EACH } = require('internal/see/record/awaits');
const { replace, whenLoaded } = require('internal/see/record/replace');
const { setSource } = require('internal/see/record/frames');
const { announced, looped } = require('internal/see/record/promises');
const { check } = internalBinding('script');
const { ReflectApply } = primordials;

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

const compileFunction = (original) => function _compile(content, filename, ...rest) {
  const text = rewrite(content);
  const isFine = text !== content &&
    isProgram(text.startsWith('#!') ? `//${text}` : text, filename, SCRIPT);
  if (isFine)
    setSource(filename, text);
  recorder.mainRuns();
  return ReflectApply(original, this, [isFine ? text : content, filename, ...rest]);
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

// ES modules: the text is scanned for its statements, the rest is compiled.
const scanFunction = (original) => function scanAt(source, url) {
  const text = rewrite(source);
  let found;
  try {
    found = text === source ? undefined : original(text, url);
  } catch {
    // That of the original text is thrown.
  }
  const isFine = found !== undefined && isProgram(found.rewritten(), url, MODULE);
  setSource(url, isFine ? text : source);
  return isFine ? found : original(source, url);
};

let recorder;
function install(given) {
  recorder = given;
  for (const [name, value] of [[CALL, announced], [EACH, looped]]) {
    Object.defineProperty(globalThis, name, {
      __proto__: null, configurable: true, enumerable: false, writable: true, value,
    });
  }
  return [
    whenLoaded('internal/modules/cjs', ({ Module }) =>
      [replace(Module.prototype, '_compile', compileFunction)]),
    whenLoaded('internal/main', (exports) => [replace(exports, 'toRun', toRunFunction)]),
    whenLoaded('internal/modules/esm/translate', (exports) =>
      [replace(exports, 'scanAt', scanFunction), replace(exports, 'translate', translateFunction)]),
  ];
}

module.exports = { install };
