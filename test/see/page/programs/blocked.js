// Announces that it blocks its loop, then does: only the side thread can answer meanwhile.
setTimeout(function spin() {
  console.log('blocked');
  for (;;);
}, 1);
