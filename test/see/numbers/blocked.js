// Blocks its loop until it is ended.
setTimeout(function forever() {
  console.log('ready');
  for (;;);
}, 1);
