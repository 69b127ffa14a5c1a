// A list of many objects is written.
// phase: timers
// what: JSON.stringify
const reported = require('./shared/reported');
const list = [];
for (let i = 0; i < 2e5; i++)
  list.push({ id: i, name: 'name ' + i, tags: ['a', 'b', String(i)] });
function save() {
  return JSON.stringify(list).length; // <-- here
}

setTimeout(() => {
  while (Atomics.load(reported, 0) === 0)
    save();
}, 5);
