'use strict';
// Numbers as `gyre top` prints them.

const {
  MathMax, MathMin, MathRound, NumberPrototypeToFixed, StringPrototypePadEnd, StringPrototypeRepeat,
} = primordials;
const { formatDuration } = require('internal/see/duration');

const BAR_WIDTH = 24;

const fixed = (number, digits) => NumberPrototypeToFixed.call(number, digits);
const percent = (share) => `${fixed(share * 100, share < 0.1 ? 1 : 0)} %`;
const count = (n) => (n >= 1e6 ? `${fixed(n / 1e6, 1)}M` : n >= 1e4 ? `${fixed(n / 1e3, 1)}k` :
  fixed(n, 0));
const bytes = (n) => (n >= 1 << 30 ? `${fixed(n / 2 ** 30, 1)} GB` : `${fixed(n / 2 ** 20, 1)} MB`);
// 0 stands for delays below the first bucket (rates.js).
const delayText = (ns) => (ns === 0 ? '< 0.07 ms' : formatDuration(ns));
const plural = (n, one) => `${n} ${one}${n === 1 ? '' : 's'}`;

function bar(share) {
  const filled = MathRound(MathMin(1, MathMax(0, share)) * BAR_WIDTH);
  return StringPrototypePadEnd.call(StringPrototypeRepeat.call('█', filled), BAR_WIDTH, '·');
}

module.exports = { bar, bytes, count, delayText, percent, plural };
