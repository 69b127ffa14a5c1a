'use strict';
// The target of a command: a file, a source text (-e, -p, standard input), or a process id; and of
// a process perhaps one of its threads.

const { Number, RegExpPrototypeExec, StringPrototypeReplace } = primordials;
const { fromStdin, getOption } = require('internal/process/object');
const { rawDebug, reallyExit } = internalBinding('process');

const BAD_OPTION = 9;
const MAX_THREAD = 2 ** 32 - 1;
const isText = fromStdin || getOption('--eval') !== undefined || getOption('--print') !== false;
const argument = process.argv[1];
const isNumber = (text) => RegExpPrototypeExec.call(/^\d+$/, text) !== null;

// The value of --thread; undefined without the option.
function thread() {
  const text = getOption('--thread');
  if (text === undefined || (isNumber(text) && +text <= MAX_THREAD))
    return text === undefined ? undefined : Number(text);
  rawDebug(`gyre: --thread takes the threadId of a worker, such as 1, not '${text}'\n`);
  return reallyExit(BAD_OPTION);
}

// What follows a file is for the program. An option of the command there is probably a mistake: it
// is an error for -o, which would be written to another file, and a note for the others, which a
// program may well have.
const OWN_OPTIONS = {
  __proto__: null,
  trace: /^(?:-o|--output|--for)(?:=|$)/, why: /^--(?:json|for)(?:=|$)/,
  explain: /^--(?:json|for|limit)(?:=|$)/,
};

function checkArguments(command) {
  for (let i = 2; i < process.argv.length; i++) {
    const match = RegExpPrototypeExec.call(OWN_OPTIONS[command], process.argv[i]);
    if (match === null)
      continue;
    const option = StringPrototypeReplace.call(match[0], '=', '');
    const isOutput = option === '-o' || option === '--output';
    const given = getOption(isOutput ? '--output' : option);
    if (given !== undefined && given !== false)
      continue;
    if (!isOutput) {
      rawDebug(`gyre: ${option} after the file is for the program; ${command} takes its options ` +
        'before the file\n');
      continue;
    }
    const value = process.argv[i + 1] ?? 'OUT';
    rawDebug(`gyre: options go before the file: gyre trace -o ${value} ${argument}\n` +
      `      (if ${option} is for the program, write -o for trace before the file, too)\n`);
    reallyExit(BAD_OPTION);
  }
}

module.exports = {
  isMissing: !isText && !argument,
  pid: !isText && isNumber(argument) ? argument : undefined,
  argument, thread, checkArguments,
};
