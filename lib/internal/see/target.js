'use strict';
// What a command is to look at: a file, a text (-e, -p, standard input), or a process by its number.

const { fromStdin, getOption } = require('internal/process/object');

const isText = fromStdin || getOption('--eval') !== undefined || getOption('--print') !== false;
const word = process.argv[1];

module.exports = {
  isMissing: !isText && !word,
  pid: !isText && /^\d+$/.test(word) ? word : undefined,
};
