// Says that it has started, then waits until it is killed.
console.log('started');
setInterval(() => {}, 100000);
