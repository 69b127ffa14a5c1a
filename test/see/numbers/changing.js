// Its phases take times that change, so that estimates of them do.
const fs = require('fs');
const spin = (us) => {
  const end = performance.now() + us / 1000;
  while (performance.now() < end);
};
let turn = 0;
setInterval(() => { spin(++turn % 50); }, 1);
(function next() {
  spin(turn % 7 === 0 ? 300 : 5);
  if (turn % 100 < 50)
    setImmediate(next);
  else
    fs.stat(__filename, () => { spin(turn % 40); setTimeout(next, 1); });
})();
console.log('ready');
