// An immediate, in the midst of others.
// phase: check
function heavy() {
  for (const end = Date.now() + 400; Date.now() < end;) // <-- here
    continue;
}

for (let i = 0; i < 20; i++)
  setImmediate(i === 10 ? heavy : () => {});
