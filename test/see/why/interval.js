// holds: interval 2
setInterval(() => {}, 1000);
