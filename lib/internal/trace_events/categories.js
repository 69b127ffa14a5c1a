'use strict';
// Enables categories of trace events, and starts the sources that report them.
//
// (1) A category is enabled until each of its users has disabled it. While none is enabled, nothing
//     is loaded or observed.
// (2) Sources use what the program could use itself: hooks, observers, channels. A name enables its
//     category and all categories below it: 'node.perf' also starts the source of
//     'node.perf.timerify'.
// (3) Categories without a source are enabled without effect, as unknown ones are in Node.

const { ArrayPrototypeJoin, ArrayPrototypeSort, ObjectKeys, SafeArray, SafeMap,
        StringPrototypeStartsWith } = primordials;

const counts = new SafeMap();      // category -> how often it is enabled
const running = new SafeMap();     // name of a source -> function that stops it

// By category: a function of internal/trace_events/sources, which starts the source and returns a
// function that stops it.
const SOURCES = {
  '__proto__': null, 'node.async_hooks': 'asyncHooks', 'node.perf.usertiming': 'userTiming',
  'node.perf.timerify': 'timerify', 'node.http': 'http', 'v8': 'collections',
};

function isWanted(category) {
  if (counts.has(category))
    return true;
  let wanted = false;
  counts.forEach((count, name) => {
    if (StringPrototypeStartsWith.call(category, `${name}.`) && name !== 'node')
      wanted = true;
  });
  return wanted;
}

function update() {
  const names = ObjectKeys(SOURCES);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    const stop = running.get(name);
    if (isWanted(name) === (stop !== undefined))
      continue;
    if (stop !== undefined) {
      running.delete(name);
      stop();
    } else {
      running.set(name, require('internal/trace_events/sources')[SOURCES[name]](name));
    }
  }
}

function enable(categories) {
  require('internal/trace_events/file').open();
  for (let i = 0; i < categories.length; i++)
    counts.set(categories[i], (counts.get(categories[i]) ?? 0) + 1);
  update();
}

function disable(categories) {
  for (let i = 0; i < categories.length; i++) {
    const left = (counts.get(categories[i]) ?? 1) - 1;
    if (left === 0)
      counts.delete(categories[i]);
    else
      counts.set(categories[i], left);
  }
  update();
}

function enabledCategories() {
  const list = new SafeArray();
  counts.forEach((count, name) => { list.push(name); });
  return list.length === 0 ? undefined :
    ArrayPrototypeJoin.call(ArrayPrototypeSort.call(list), ',');
}

module.exports = { disable, enable, enabledCategories };
