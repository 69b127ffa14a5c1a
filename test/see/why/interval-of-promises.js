// holds: interval 5
const { setInterval: every } = require('timers/promises');
(async () => {
  // The iterator is asked for the first time here.
  for await (const _ of every(60_000));
})();
