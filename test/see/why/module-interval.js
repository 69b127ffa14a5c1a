// holds: interval 3
// What an imported file does counts as well.
setInterval(function tick() {}, 500);
