'use strict';
// .explain, .why and .loop: what the event loop of this process does, from the prompt.

const {
  ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, MathMax, NumberPrototypeToFixed,
  StringPrototypePadEnd, StringPrototypePadStart, StringPrototypeTrim,
} = primordials;

const MS = 1e6;
const fixed = (number, digits) => NumberPrototypeToFixed.call(number, digits);
const plural = (number, one) => `${number} ${one}${number === 1 ? '' : 's'}`;
const time = (ns) => (ns >= 1e9 ? `${fixed(ns / 1e9, 2)} s` : `${fixed(ns / MS, 2)} ms`);

// ---- .why ----

function why(server) {
  const { holders, describe } = require('internal/see/holders');
  server.output.write(describe(holders()));
  server.displayPrompt();
}

// ---- .loop ----

function phaseTable(phases) {
  const rows = [['phase', 'callbacks', 'time', 'longest']];
  for (let i = 0; i < phases.length; i++) {
    const { name, callbacks, time_ns: spent, longest_ns: longest } = phases[i];
    ArrayPrototypePush.call(rows, [name, `${callbacks}`, time(spent), time(longest)]);
  }
  const widths = [0, 0, 0, 0];
  for (let i = 0; i < rows.length; i++) {
    for (let j = 0; j < widths.length; j++)
      widths[j] = MathMax(widths[j], rows[i][j].length);
  }
  return ArrayPrototypeMap.call(rows, (row) => `  ${ArrayPrototypeJoin.call(
    ArrayPrototypeMap.call(row, (cell, j) => (j === 0 ?
      StringPrototypePadEnd.call(cell, widths[j]) :
      StringPrototypePadStart.call(cell, widths[j]))), '  ')}`);
}

function poolLines({ threads, busy, depth, kinds }) {
  if (threads === 0)
    return ['pool    not started: no job has needed it'];
  const lines = [`pool    ${busy} of ${plural(threads, 'thread')} busy, ${plural(depth, 'job')} ` +
    'waiting'];
  for (let i = 0; i < kinds.length; i++) {
    const { name, queued, running, done } = kinds[i];
    ArrayPrototypePush.call(
      lines, `        ${name}: ${queued} queued, ${running} running, ${done} done`);
  }
  return lines;
}

function describeLoop() {
  const now = require('internal/see/loop').snapshot();
  const { shared, kImmediates } = internalBinding('task_queue');
  const timers = require('internal/timers').activeTimers();
  const asleep = now.uptime_ns > 0 ? now.asleep_ns / now.uptime_ns : 0;
  const lines = [
    `loop    turn ${now.turns}, ${now.phase} phase, ${plural(now.callbacks, 'callback')} so far, ` +
      `${fixed(asleep * 100, 1)} % of its time asleep, longest turn ${time(now.longest_turn_ns)}`,
  ];
  const add = (added) => {
    for (let i = 0; i < added.length; i++)
      ArrayPrototypePush.call(lines, added[i]);
  };
  add(phaseTable(now.phases));
  add([`queues  ${plural(timers, 'timer')}, ${plural(shared[kImmediates], 'immediate')}, ` +
    `${plural(now.late_timers, 'timer')} late so far`]);
  add(poolLines(now.pool));
  const { submitted, completed, fallbacks } = now.ring;
  add([`ring    ${plural(submitted, 'operation')} submitted, ${completed} completed, ` +
    `${fallbacks} done without it`]);
  return `${ArrayPrototypeJoin.call(lines, '\n')}\n`;
}

function loop(server) {
  server.output.write(describeLoop());
  server.displayPrompt();
}

// ---- .explain ----

function explain(server, code) {
  const isEmpty = StringPrototypeTrim.call(code) === '';
  if (isEmpty || !server.useGlobal || !server.hasDefaultEval) {
    server.output.write(isEmpty ? 'Usage: .explain CODE\n' :
      '.explain needs a REPL with the globals of the program (useGlobal) and without an eval of ' +
      'its own\n');
    return server.displayPrompt();
  }
  require('internal/repl/explain').explain(server, code);
}

module.exports = { explain, why, loop };
