'use strict';
// The commands of the command line: `gyre COMMAND ...`. src/runtime/options.def lists their
// options.

const COMMANDS = {
  __proto__: null,
  explain: () => require('internal/see/commands/explain'),
  top: () => require('internal/see/commands/top'),
  trace: () => require('internal/see/commands/trace'),
  why: () => require('internal/see/commands/why'),
};

// `runProgram` runs the file that the command line names, as without a command.
function runCommand(name, runProgram) {
  COMMANDS[name]().main(runProgram);
}

module.exports = { runCommand };
