// holds: port 3
// let go: close() it
const channel = new BroadcastChannel('news');
channel.onmessage = () => {};
process.once('SIGHUP', () => channel.close());
