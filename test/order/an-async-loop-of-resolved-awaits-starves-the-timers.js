// B4.3: await of what is there already never reaches the loop.
'use strict';
const log = console.log;

setTimeout(() => log('timer'), 0);
(async () => {
  for (let i = 0; i < 5000; i++)
    await i;
  log('awaited');
})();
// => awaited
// => timer
