'use strict';
// Where texts and --require look for modules: the working directory, or, if that was removed, the
// folder of the executable.

function workingFolder() {
  try {
    return internalBinding('process').cwd();
  } catch {
    return require('path').dirname(process.execPath);
  }
}

module.exports = { workingFolder };
