// A callback every few milliseconds, for as long as it is let; SIGINT is handled, and only counted.
let signals = 0;
process.on('SIGINT', function onSignal() { console.log('signal', ++signals); });
setInterval(function beat() {}, 5);
