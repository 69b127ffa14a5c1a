// With a threshold of a second nothing is said of 400 ms.
// flags: --blocked=1s
// says nothing
setImmediate(() => {
  for (const end = Date.now() + 400; Date.now() < end;)
    continue;
});
