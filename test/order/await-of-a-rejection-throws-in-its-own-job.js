// B4.3: try/catch around await.
'use strict';
const log = console.log;

(async () => {
  try {
    await Promise.reject(new Error('no'));
  } catch (error) {
    log('caught', error.message);
  } finally {
    log('finally');
  }
})();
Promise.resolve().then(() => log(1)).then(() => log(2));
log('main');
// => main
// => caught no
// => finally
// => 1
// => 2
