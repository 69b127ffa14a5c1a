// Blocks its loop until it is ended. (In an empty loop the engine would know no place.)
setTimeout(function forever() {
  console.log('ready');
  for (let turns = 0; turns >= 0;) turns = Math.abs(turns - 1);
}, 1);
