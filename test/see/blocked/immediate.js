// An immediate, in the midst of others.
// phase: check
const reported = require('./shared/reported');
function heavy() {
  while (Atomics.load(reported, 0) === 0) // <-- here
    continue;
}

for (let i = 0; i < 20; i++)
  setImmediate(i === 10 ? heavy : () => {});
