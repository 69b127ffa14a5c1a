// holds: timeout 2
setTimeout(() => {}, 60_000);
