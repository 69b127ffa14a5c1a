// A listening server holds the loop: nothing runs any more, and the program does not end.
const server = require('net').createServer();
server.listen(0, '127.0.0.1', function onListening() { console.log('listening'); });

// flags: --for=2
// => main - 1 - 0 main - main
// => listener onListening 3 3 0 main ticks event-by-tick
// shows: listening
// says: The program was still running at the end of its time (--for), and was ended.
// says: What kept it alive: - server, listening on 127.0.0.1:
// says: to release it: server.close()
