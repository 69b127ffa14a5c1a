// When nothing keeps the loop alive: beforeExit, then exit.
process.once('beforeExit', function again() { setImmediate(function more() {}); });
process.on('exit', function bye() { console.log('bye'); });

// => main - 1 - 0 main - main
// => beforeExit again 2 2 * main - before-exit
// => immediate more 2 2 + check - immediate
// => exit bye 3 3 * main - exit
// shows: bye
// says: Nothing keeps the loop alive, so it has stopped.
// says: The process ends now. Nothing that this listener schedules will run.
