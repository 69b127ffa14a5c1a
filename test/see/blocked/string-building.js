// A text is put together and looked at, again and again.
// phase: timers
const reported = require('./shared/reported');
function build() {
  let text = '';
  let sum = 0;
  for (let i = 0; Atomics.load(reported, 0) === 0; i = (i + 1) % 1e5) { // <-- here
    text = i === 0 ? '' : text + `line ${i}\n`; // <-- here
    if (i % 500 === 0) // <-- here
      sum += text.charCodeAt(i); // <-- here
  }
  return sum;
}

setTimeout(() => build(), 5);
