// With a threshold of a hundred seconds nothing is said of 400 ms.
// flags: --blocked=100s
// says nothing
setImmediate(() => {
  for (const end = Date.now() + 400; Date.now() < end;)
    continue;
});
