'use strict';
// The shapes of another process's answers (src/runtime/see/control.c, lib/internal/see/answer.js).
// The peer may be any program, so an answer of another shape is rejected.

const {
  ArrayIsArray, ArrayPrototypeEvery, ObjectHasOwn, ObjectKeys,
} = primordials;

const PHASES = 7;         // of the loop

const isNumber = (value) => typeof value === 'number';
const isText = (value) => typeof value === 'string';
const isBoolean = (value) => typeof value === 'boolean';
const maybe = (is) => (value) => value === undefined || is(value);
const nullOr = (is) => (value) => value === null || is(value);
const listOf = (is) => (value) =>
  ArrayIsArray(value) && ArrayPrototypeEvery.call(value, (item) => is(item));

// An object that has these fields; it may have others.
function fields(shape) {
  const names = ObjectKeys(shape);
  return (value) => typeof value === 'object' && value !== null && !ArrayIsArray(value) &&
    ArrayPrototypeEvery.call(names, (name) =>
      shape[name](ObjectHasOwn(value, name) ? value[name] : undefined));
}

function each(names, is) {
  const shape = { __proto__: null };
  for (let i = 0; i < names.length; i++)
    shape[names[i]] = is;
  return shape;
}
const numbers = (...names) => each(names, isNumber);
const texts = (...names) => each(names, isText);

const isPhase = fields({
  __proto__: null, ...texts('name'), ...numbers('callbacks', 'time_ns', 'longest_ns'),
});
const isKind = fields({
  __proto__: null, ...texts('name'),
  ...numbers('queued', 'running', 'done', 'wait_ns', 'run_ns'),
});
const isCounters = fields({
  __proto__: null,
  ...numbers('now_ns', 'uptime_ns', 'since_ns', 'turns', 'callbacks', 'asleep_ns', 'rss',
             'longest_turn_ns', 'late_timers', 'late_worst_ns'),
  ...texts('phase', 'doing'),
  asleep: isBoolean,
  phases: (value) => listOf(isPhase)(value) && value.length === PHASES,
  delays: listOf(isNumber),
  ring: fields(numbers('submitted', 'fallbacks')),
  pool: fields({
    __proto__: null, ...numbers('threads', 'busy', 'depth'), kinds: listOf(isKind),
  }),
});
const isLoop = fields({
  __proto__: null, ...texts('name', 'phase', 'doing'), asleep: isBoolean,
  ...numbers('thread', 'now_ns', 'since_ns', 'asleep_ns', 'turns', 'callbacks', 'longest_turn_ns'),
});
const isLoops = fields({
  __proto__: null, ...numbers('count', 'uptime_ns', 'rss'),
  loops: (value) => listOf(isLoop)(value) && value.length > 0,
});
const isReport = fields({
  __proto__: null, ...texts('function', 'file', 'what'), ...numbers('line'), starving: isBoolean,
});
const isBlocked = fields({
  __proto__: null, ...numbers('threshold_ms'), now: isBoolean, last: nullOr(isReport),
});
const isHolder = fields({
  __proto__: null, ...texts('kind', 'what', 'line', 'release'), ...numbers('age'),
  isOlder: maybe(isBoolean), perhaps: maybe(isText),
});
const isHot = fields({
  __proto__: null, ...texts('name', 'where', 'line'), ...numbers('share', 'lineShare'),
});
const isTop = fields({
  __proto__: null, ...texts('command'), ...numbers('timers', 'immediates'),
  heap: fields(numbers('used', 'total', 'external')), hot: listOf(isHot),
});
const isWhy = fields({ __proto__: null, holders: listOf(isHolder), again: maybe(isBoolean) });
const isWaiting = fields({ __proto__: null, waiting: isCounters, by: maybe(isReport) });

// Of a trace only the events of slices are used, so only these are checked.
const SLICES = {
  __proto__: null,
  slice: fields({
    __proto__: null, ...texts('name'), ...numbers('ts', 'dur'),
    args: fields({ __proto__: null, ...numbers('turns'), line: maybe(isText) }),
  }),
  slice_long: fields({
    __proto__: null, args: fields({ __proto__: null, origin: nullOr(isText) }),
  }),
  slice_phase: fields({
    __proto__: null, ...texts('name'), ...numbers('ts', 'dur'),
    args: fields(numbers('callbacks')),
  }),
};
const isEvent = (value) => fields({ __proto__: null, cat: maybe(isText) })(value) &&
  (value.ph !== 'M' || fields({ __proto__: null, name: isText, args: fields({}) })(value));
const isTrace = fields({
  __proto__: null,
  traceEvents: listOf((event) => isEvent(event) && (SLICES[event.cat]?.(event) ?? true)),
});

module.exports = {
  isBlocked, isCounters, isLoops, isTop, isTrace, isWaiting, isWhy, isError: fields(texts('error')),
};
