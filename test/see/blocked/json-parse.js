// A text of 8 MB is parsed, again and again.
// phase: timers
// what: JSON.parse
const reported = require('./shared/reported');
const text = '[' + '{"name":"a value","list":[1,2,3.5,null]},'.repeat(2e5) + '0]';
function load() {
  return JSON.parse(text); // <-- here
}

setTimeout(() => {
  while (Atomics.load(reported, 0) === 0)
    load();
}, 5);
