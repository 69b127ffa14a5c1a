// A text of 30 MB is parsed.
// phase: timers
// what: JSON.parse
const text = '[' + '{"name":"a value","list":[1,2,3.5,null]},'.repeat(7e5) + '0]';
function load() {
  return JSON.parse(text); // <-- here
}

setTimeout(() => load(), 500);
