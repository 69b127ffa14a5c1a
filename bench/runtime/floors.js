// What the engine alone takes for some rows of docs/bench-runtime.md: without a loop, modules and
// an emitter. For the engine's shell (`jsc` of Debian's libjavascriptcoregtk-4.0-bin) and for any
// of the runtimes:  jsc floors.js,  gyre floors.js,  node floors.js
'use strict';
const ROUNDS = 5;
const { preciseTime, print } = globalThis;    // of the shell
const now = preciseTime ? () => preciseTime() * 1e9 : () => performance.now() * 1e6;
const say = print ?? console.log;

function sync(name, count, work) {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const began = now();
    work(count);
    best = Math.min(best, (now() - began) / count);
  }
  say(`${name}: ${best.toFixed(1)} ns`);
}

// The text that bench/runtime/http/json.lua sends.
const items = [];
for (let i = 1; i < 20; i++)
  items.push(`{"id":${i},"name":"item number ${i}","tags":["a","b"]}`);
const text = `{"items":[${items.join(',')}]}`;
const value = JSON.parse(text);
sync('JSON.parse', 50000, (n) => {
  for (let i = 0; i < n; i++)
    JSON.parse(text);
});
sync('JSON.stringify', 50000, (n) => {
  for (let i = 0; i < n; i++)
    JSON.stringify(value);
});

// The listeners of cases/emitter.cjs: called from arrays, then only what they add.
let sum = 0;
const one = [(a) => { sum += a; }];
const two = [(a) => { sum += a; }, (a, b) => { sum += b; }];
function callEach(list, a, b) {
  for (let i = 0; i < list.length; i++)
    list[i](a, b);
}
sync('three listeners of two arrays', 2000000, (n) => {
  for (let i = 0; i < n; i++) {
    callEach(one, i);
    callEach(two, i, 1);
  }
});
sync('three additions to a captured variable', 2000000, (n) => {
  for (let i = 0; i < n; i++) {
    sum += i;
    sum += i;
    sum += 1;
  }
});

if (sum === 0)
  say('The engine has left the additions out.');

(async () => {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const began = now();
    for (let i = 0; i < 1000000; i++)
      await i;
    best = Math.min(best, (now() - began) / 1000000);
  }
  say(`await: ${best.toFixed(1)} ns`);
})();
