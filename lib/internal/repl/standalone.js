'use strict';
// The REPL that `gyre` without a program opens on a terminal, and `gyre -i` anywhere.
//
//   NODE_REPL_HISTORY       the history file; empty: none. Default: ~/.gyre_repl_history
//   NODE_REPL_HISTORY_SIZE  how many entries it has (1000)
//   NODE_REPL_MODE          sloppy or strict
//   NODE_NO_READLINE        1: no editing, even on a terminal
//   NODE_DISABLE_COLORS     no colours; so does NO_COLOR
//   NODE_REPL_EXTERNAL_MODULE  loaded instead of this REPL
//
// The same names with GYRE_ for NODE_ take precedence.

const { NumberIsNaN, NumberParseInt, StringPrototypeToLowerCase, StringPrototypeTrim } =
  primordials;
const { REPLServer } = require('internal/repl/server');
const errors = require('internal/repl/errors');

const HISTORY_SIZE = 1000;

const variable = (name) => process.env[`GYRE_${name}`] ?? process.env[`NODE_${name}`];

function historySize() {
  const size = NumberParseInt(variable('REPL_HISTORY_SIZE'));
  return NumberIsNaN(size) || size < 0 ? HISTORY_SIZE : size;
}

function options() {
  const mode = StringPrototypeToLowerCase.call(
    StringPrototypeTrim.call(variable('REPL_MODE') ?? ''));
  const { SLOPPY, STRICT } = REPLServer.modes;
  const given = {
    __proto__: null, useGlobal: true, breakEvalOnSigint: true, ignoreUndefined: false,
    historySize: historySize(), replMode: mode === 'strict' ? STRICT : SLOPPY,
    allowBlockingCompletions: true,
  };
  if (variable('NO_READLINE') !== undefined && NumberParseInt(variable('NO_READLINE')) !== 0)
    given.terminal = false;
  if (variable('DISABLE_COLORS') || process.env.NO_COLOR)
    given.useColors = false;
  return given;
}

function defineReplDefaults(server) {
  const { inspect } = require('util');
  primordials.ObjectDefineProperty(inspect, 'replDefaults', {
    __proto__: null, configurable: true, enumerable: true,
    get() { return server.writer.options; },
    set(value) {
      require('internal/validators').validateObject(value, 'options');
      primordials.ObjectAssign(server.writer.options, value);
    },
  });
}

// `text` is evaluated first, if there is one (-e).
function start(text) {
  const external = variable('REPL_EXTERNAL_MODULE');
  if (external !== undefined && external !== '') {
    const { Module } = require('internal/modules/cjs');
    return Module._load(external, undefined, true);
  }
  require('internal/see/holders').recordLines();
  process.stdout.write(`Welcome to gyre (Node.js ${process.version}).\n` +
    'Type ".help" for more information.\n');
  const server = new REPLServer(options());
  require('repl').repl = server;
  errors.setStandalone(server);
  defineReplDefaults(server);
  server.on('exit', () => {
    if (!process._exiting)
      process.exit();
  });
  server.setupHistory(variable('REPL_HISTORY'), () => {});
  if (text !== undefined)
    server.evaluateText(text);
}

module.exports = { start };
