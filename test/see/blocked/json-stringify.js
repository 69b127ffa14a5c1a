// A list of many objects is written.
// phase: timers
// what: JSON.stringify
const list = [];
for (let i = 0; i < 4e5; i++)
  list.push({ id: i, name: 'name ' + i, tags: ['a', 'b', String(i)] });
function save() {
  let size = 0;
  for (let i = 0; i < 3; i++)
    size += JSON.stringify(list).length; // <-- here
  return size;
}

setTimeout(() => save(), 500);
