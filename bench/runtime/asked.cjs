'use strict';
// For bench/runtime/watching: the case does as many operations as standard input says, answers, and
// sleeps in the loop until it is asked again. Who asks also takes the time, from outside. (A blocking
// read would not do: to the loop's counters it is one long callback.)

const fs = require('fs');
const ANSWER = Buffer.from('.');

function measure(body) {
  const answer = () => fs.writeSync(1, ANSWER);
  process.stdin.on('data', (count) => body(Number(count), answer));
  process.stdin.on('end', () => process.exit(0));
}

module.exports = { measure };
