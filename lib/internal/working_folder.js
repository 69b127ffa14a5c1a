'use strict';
// The folder in which source texts and --require search modules: the working directory, or, if that
// was removed, the folder of the executable.

function workingFolder() {
  try {
    return internalBinding('process').cwd();
  } catch {
    return require('path').dirname(process.execPath);
  }
}

module.exports = { workingFolder };
