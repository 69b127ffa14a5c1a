// Each await is told with its line, also of what is no promise.
async function outer() {
  await inner();
  console.log('outer');
}
async function inner() {
  await null;
  console.log('inner');
}
outer();
process.nextTick(() => console.log('tick'));

// => main - 1 - 0 main - main
// => tick - 11 11 0 main ticks tick-before-job
// => await inner 7 7 0 main promises job-after-ticks
// => await outer 3 3 0 main promises job-order
// shows: inner
// shows: outer
// says: continues after await
