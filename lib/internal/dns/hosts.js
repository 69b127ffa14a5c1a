'use strict';
// Addresses in /etc/hosts, which reverse() reads before it asks a server, as c-ares does.

const { ArrayPrototypeIncludes, ArrayPrototypePush, ArrayPrototypeSlice, SafeRegExp,
        StringPrototypeSplit, StringPrototypeTrim } = primordials;
const { isIP } = require('internal/net/ip');

const SPACES = new SafeRegExp('[ \\t]+');

function readHosts() {
  try {
    return StringPrototypeSplit.call(require('fs').readFileSync('/etc/hosts', 'latin1'), '\n');
  } catch {
    return [];
  }
}

// The other names of an address: all but the first one. Null, if the file does not have it.
// `form` gives addresses a form that can be compared.
function aliasesOf(ip, form) {
  const lines = readHosts();
  const wanted = form(ip);
  const names = [];
  for (let i = 0; i < lines.length; i++) {
    const line = StringPrototypeTrim.call(StringPrototypeSplit.call(lines[i], '#')[0]);
    const fields = StringPrototypeSplit.call(line, SPACES);
    if (isIP(fields[0]) === 0 || form(fields[0]) !== wanted)
      continue;
    for (let k = 1; k < fields.length; k++) {
      if (!ArrayPrototypeIncludes.call(names, fields[k]))
        ArrayPrototypePush.call(names, fields[k]);
    }
  }
  return names.length === 0 ? null : ArrayPrototypeSlice.call(names, 1);
}

module.exports = { aliasesOf };
