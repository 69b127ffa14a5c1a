'use strict';
// Which categories of trace events are enabled, and what reports events of each.
//
// (1) A category is enabled as often as somebody has enabled it. While none is, nothing is loaded
//     or observed.
// (2) Sources report by what the program could use itself: hooks, observers, channels. A name
//     enables the sources whose category it is or begins: 'node.perf' is for 'node.perf.timerify'.
// (3) Categories that no source reports are enabled without effect, as unknown ones are in Node.

const { ArrayPrototypeJoin, ArrayPrototypeSort, ObjectKeys, SafeArray, SafeMap,
        StringPrototypeStartsWith } = primordials;

const counts = new SafeMap();      // category -> how often
const running = new SafeMap();     // name of a source -> function that stops it

// By category: a function of internal/trace_events/sources that starts it and returns its end.
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
