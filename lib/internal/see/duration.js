'use strict';
// Formats a duration for people: "430 ns", "2.4 µs", "15 ms", "1.5 s", "3 min", "2.5 h". Everything
// in internal/see uses it; the page does, too (page_html.js).

const { MathRound, NumberPrototypeToFixed } = primordials;

// One digit after the point, or none where it is 0.
const tenths = (value) => +NumberPrototypeToFixed.call(value, 1);

// Numbers below 10 have one digit after the point.
const short = (value) => (value < 9.95 ? tenths(value) : MathRound(value));

function formatDuration(ns) {
  if (!(ns > 0))
    return '0 ms';
  if (ns < 999.5)
    return `${short(ns)} ns`;
  if (ns < 999.5e3)
    return `${short(ns / 1e3)} \u00b5s`;
  if (ns < 999.5e6)
    return `${short(ns / 1e6)} ms`;
  if (ns < 120e9)
    return `${tenths(ns / 1e9)} s`;
  return ns < 7200e9 ? `${MathRound(ns / 60e9)} min` : `${tenths(ns / 3600e9)} h`;
}

module.exports = { formatDuration };
