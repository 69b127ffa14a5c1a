// process.exit() ends at once; its listeners are told as part of the callback that called it.
process.on('exit', function onExit() { console.log('exit'); });
setImmediate(function leave() {
  process.exit(3);
});
setTimeout(() => {}, 60000);

// exit: 3
// => main - 1 - 0 main - main
// => immediate leave 3 3 + check - immediate-before-timer
// shows: exit
// says: The program ended with code 3.
