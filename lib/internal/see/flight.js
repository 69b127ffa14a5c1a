'use strict';
// --flight-recorder[=FILE]: the loop's last events are kept all the time, and written as a trace when the
// process dies of a signal, when the loop was blocked, and on SIGUSR2.

const binding = internalBinding('see');
const { rawDebug } = internalBinding('process');

const EVENTS = 1 << 16;     // 4 MB: seconds of a busy server, more of a quiet one

function start(option) {
  const pattern = require('path').resolve(typeof option === 'string' ? option : 'gyre-%p.json');
  const path = pattern.replaceAll('%p', process.pid);
  binding.record(EVENTS);
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
  process.on('SIGUSR2', () => write('SIGUSR2'));
  process.on('loop:blocked', () => write('the loop was blocked'));
}

module.exports = { start };
