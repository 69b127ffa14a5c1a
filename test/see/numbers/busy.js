// Works 20 of each 40 ms, in a function of its own.
function work() {
  const end = performance.now() + 20;
  while (performance.now() < end);
}
setInterval(work, 40);
console.log('ready');
