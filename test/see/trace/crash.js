// After a whole turn of the loop, however slow the machine.
setImmediate(() => setTimeout(() => process.kill(process.pid, process.argv[2]), 10));
setInterval(() => {}, 1000);
