// A text is put together and looked at, again and again.
// phase: timers
function build(n) {
  let text = '';
  let sum = 0;
  for (let i = 0; i < n; i++) { // <-- here
    text += `line ${i}\n`; // <-- here
    if (i % 500 === 0) // <-- here
      sum += text.charCodeAt(i); // <-- here
  }
  return sum;
}

setTimeout(() => build(1e5), 5);
