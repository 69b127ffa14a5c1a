'use strict';
// What was before a crash. The last seconds are kept by every process, by the millisecond (src/trace/slices.c).
//
//   --crash-trace[=FILE]       writes them when the process dies: of a signal, or of an error that nobody caught
//   --flight-recorder[=FILE]   keeps the loop's last events besides, one by one, and writes all of it also when
//                              the loop was blocked, and on SIGUSR2

const binding = internalBinding('see');
const { rawDebug } = internalBinding('process');

const EVENTS = 1 << 16;     // 4 MB: seconds of a busy server, more of a quiet one

// Returns a function that writes the file and says so.
function writeAtEnd(option) {
  const pattern = require('path').resolve(typeof option === 'string' ? option : 'gyre-%p.json');
  const path = pattern.replaceAll('%p', process.pid);
  binding.dumpOnFatal(pattern);
  const write = (why) => {
    const fs = require('fs');
    try {
      const fd = fs.openSync(path, 'w', 0o644);
      const err = binding.dump(fd);
      fs.closeSync(fd);
      if (err < 0)
        throw new Error(internalBinding('uv').errname(err));
      rawDebug(`gyre: ${why}: the last seconds are in ${path}\n`);
    } catch (error) {
      rawDebug(`gyre: cannot write ${path}: ${error.message}\n`);
    }
  };
  process.on('uncaughtExceptionMonitor', () => {
    if (process.listenerCount('uncaughtException') === 0 && !process.hasUncaughtExceptionCaptureCallback())
      write('an error that nobody caught');
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
    write(`the loop was blocked for ${Math.round(duration)} ms${by}`);
  });
}

module.exports = { start, startLight: writeAtEnd };
