// A program that waits for what never comes ends with code 13.
// exit: 13
// stderr: await new Promise(() => {});
await new Promise(() => {});
