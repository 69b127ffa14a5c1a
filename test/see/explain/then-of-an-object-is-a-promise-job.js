// then() of an awaited object, or of one given to Promise.resolve(), is reported as a promise job.
const ready = (name) => ({
  then(done) {
    console.log(name);
    done();
  },
});
async function waits() {
  await ready('first');
  console.log('third');
}
waits();
Promise.resolve(ready('second')).then(function last() { console.log('fourth'); });

// => main - 1 - 0 main - main
// => promise then 3 9 0 main promises job-after-main
// => promise then 3 13 0 main promises job-order
// => await waits 9 9 0 main promises job-order
// => promise last 13 13 0 main promises job-order
// shows: first
// shows: second
// shows: third
// shows: fourth
