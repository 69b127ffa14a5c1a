// holds: immediate 5
const { setImmediate: next } = require('timers/promises');
(async () => {
  for (;;)
    await next();
})();
