'use strict';
// The target of a command: a file, a source text (-e, -p, standard input), or a process id.

const { RegExpPrototypeExec } = primordials;
const { fromStdin, getOption } = require('internal/process/object');

const isText = fromStdin || getOption('--eval') !== undefined || getOption('--print') !== false;
const argument = process.argv[1];

module.exports = {
  isMissing: !isText && !argument,
  pid: !isText && RegExpPrototypeExec.call(/^\d+$/, argument) !== null ? argument : undefined,
};
