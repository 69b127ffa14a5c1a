'use strict';
// What was before a crash. The last seconds are kept by every process, by the millisecond (src/trace/slices.c).
//
//   --crash-trace[=FILE]       writes them when the process dies: of a signal, or of an error that nobody caught
//   --flight-recorder[=FILE]   keeps the loop's last events besides, one by one, and writes all of it also when
//                              the loop was blocked, and on SIGUSR2

const binding = internalBinding('see');
const { rawDebug } = internalBinding('process');

const EVENTS = 1 << 16;     // 4 MB: seconds of a busy server, more of a quiet one

// Why the file cannot be written, as far as that can be known without making it; undefined when it can.
function obstacle(path) {
  const fs = require('fs');
  const { W_OK, X_OK } = fs.constants;
  try {
    if (fs.statSync(path, { throwIfNoEntry: false }) === undefined)
      fs.accessSync(`${require('path').dirname(path)}/.`, W_OK | X_OK);     // a file is no folder
    else
      fs.closeSync(fs.openSync(path, 'r+'));
  } catch (error) {
    return error.message;
  }
}

// Returns a function that writes the file and says so.
function writeAtEnd(option) {
  const pattern = require('path').resolve(typeof option === 'string' ? option : 'gyre-%p.json');
  const path = pattern.replaceAll('%p', process.pid);
  const err = binding.dumpOnFatal(pattern);
  const reason = err < 0 ? internalBinding('uv').errname(err) : obstacle(path);
  if (reason !== undefined)
    rawDebug(`gyre: should this process crash, its last seconds cannot be written to ${path}: ${reason}\n`);
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
