'use strict';
// What the global console and instances share, small enough for every program.

const { SafeMap, StringPrototypeIncludes, Symbol } = primordials;
const kState = Symbol('kState');

// util.inspect.defaultOptions, once the program has used it: it may have set numericSeparator.
let inspectDefaults;

function newState() {
  return {
    __proto__: null,
    ignoreErrors: true, colorMode: 'auto', inspectOptions: undefined, groupWidth: 2, indent: '',
    counts: new SafeMap(), times: new SafeMap(),
    direct: () => false,     // may the descriptor of stdout (0) or stderr (1) be written to?
  };
}

// An error that a write reports later is about to be emitted: somebody has to listen.
function errorHandler(console, key) {
  return (error) => {
    const stream = console[key];
    if (error && !stream._writableState?.errorEmitted && stream.listenerCount('error') === 0)
      stream.once('error', () => {});
  };
}

function textOf(value) {
  switch (typeof value) {
    case 'string': return value;
    case 'number':
      if (inspectDefaults?.numericSeparator)
        return undefined;
      return value === 0 && 1 / value < 0 ? '-0' : `${value}`;
    case 'boolean': return value ? 'true' : 'false';
    case 'undefined': return 'undefined';
    default: return value === null ? 'null' : undefined;
  }
}

// The line that log(...args) prints, when all arguments are their own text and no colour is wanted.
function plainText(args) {
  const { length } = args;
  if (length === 0)
    return '\n';
  const first = args[0];
  if (length === 1)
    return typeof first === 'string' ? `${first}\n` : addNewline(textOf(first));
  if (typeof first === 'string' && StringPrototypeIncludes.call(first, '%'))
    return undefined;
  let line = '';
  for (let i = 0; i < length; i++) {
    const text = textOf(args[i]);
    if (text === undefined)
      return undefined;
    line += i === 0 ? text : ` ${text}`;
  }
  return `${line}\n`;
}

const addNewline = (text) => (text === undefined ? undefined : `${text}\n`);

module.exports = {
  kState, newState, errorHandler, plainText,
  channels: undefined,       // diagnostics_channel's console.* channels, when there are any
  setInspectDefaults(defaults) { inspectDefaults = defaults; },
};
