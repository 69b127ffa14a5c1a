'use strict';
// Traces of what happened before a crash. Every process records its last seconds, with a resolution
// of milliseconds (src/trace/slices.c).
//
//   --crash-trace[=FILE]       writes them when a signal or an uncaught error ends the process
//   --flight-recorder[=FILE]   also records the loop's last events one by one, and also writes the
//                              file when the loop was blocked, and on SIGUSR2

const { MathRound, StringPrototypeReplaceAll } = primordials;
const binding = internalBinding('see');
const { rawDebug } = internalBinding('process');
const { defaultName, explain, replace } = require('internal/private_file');

const EVENTS = 1 << 16;     // 4 MB: some seconds of a busy server

// Returns a function that writes the file and reports it.
function writeAtEnd(option) {
  const pattern = require('path').resolve(typeof option === 'string' ? option :
                                          defaultName('gyre-%p'));
  const path = StringPrototypeReplaceAll.call(pattern, '%p', process.pid);
  // It also opens the file, so a failure is reported now.
  const err = binding.dumpOnFatal(pattern);
  if (err < 0) {
    rawDebug('gyre: if this process crashes, its last seconds cannot be written to ' +
             `${path}: ${explain(err)}\n`);
  }
  const write = (cause) => {
    try {
      replace(path, (fd) => {
        const err = binding.dump(fd);
        if (err < 0)
          throw new primordials.Error(explain(err));
      });
      rawDebug(`gyre: ${cause}: the last seconds are in ${path}\n`);
    } catch (error) {
      rawDebug(`gyre: cannot write ${path}: ${error.message}\n`);
    }
  };
  process.on('uncaughtExceptionMonitor', () => {
    if (process.listenerCount('uncaughtException') === 0 &&
        !process.hasUncaughtExceptionCaptureCallback())
      write('uncaught error');
  });
  return write;
}

function start(option) {
  binding.record(EVENTS);
  const write = writeAtEnd(option);
  process.on('SIGUSR2', () => write('SIGUSR2'));
  process.on('loop:blocked', ({ duration, function: name, file, line }) => {
    const by = file ? ` by ${name || '(anonymous)'} (${file}:${line})` : '';
    binding.span(`blocked${by}`, duration);
    write(`the loop was blocked for ${MathRound(duration)} ms${by}`);
  });
}

module.exports = { start, startLight: writeAtEnd };
