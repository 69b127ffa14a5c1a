// What handleEvent() of a listener throws is uncaught after the promise jobs that are queued.
// What a listener function throws is uncaught in the next tick.
process.on('uncaughtException', (error) => console.log('uncaught', error.message));
const dispatch = async (listener) => {
  const target = new EventTarget();
  target.addEventListener('x', listener);
  target.dispatchEvent(new Event('x'));
  console.log('dispatched');
  await null;
  console.log('job 1');
  await null;
  console.log('job 2');
};
setImmediate(async () => {
  await dispatch({ handleEvent() { throw new Error('object'); } });
  setImmediate(dispatch, () => { throw new Error('function'); });
});
// => dispatched
// => job 1
// => job 2
// => uncaught object
// => dispatched
// => uncaught function
// => job 1
// => job 2
