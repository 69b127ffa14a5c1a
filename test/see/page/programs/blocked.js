// Blocks its loop when it has been told to, and says so first: nothing but the side thread can answer then.
setTimeout(function spin() {
  console.log('blocked');
  for (;;);
}, 1);
