// Three commands at once, one fails
const concurrently = require('concurrently');
const { result } = concurrently([
  { command: `"${process.execPath}" -e "setTimeout(() => console.log(1), 20)"`, name: 'a' },
  { command: 'exit 3', name: 'b' },
  { command: 'echo three', name: 'c' },
], { raw: true, outputStream: new (require('stream').Writable)({ write(chunk, encoding, done) { done(); } }), successCondition: 'all' });
result.then(() => console.log('fine'), (events) => {
  for (const event of events.sort((a, b) => a.index - b.index))
    console.log(event.index, event.command.name, event.exitCode, event.killed);
});
