setTimeout(() => process.kill(process.pid, process.argv[2]), 10);
setInterval(() => {}, 1000);
