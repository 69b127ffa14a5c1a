// add, change, unlink
import chokidar from 'chokidar';
import fs from 'node:fs';
fs.mkdirSync('w');
fs.writeFileSync('w/a', '1');
const watcher = chokidar.watch('w');
const events = [];
watcher.on('all', (event, path) => {
  events.push(event + ' ' + path);
  if (event === 'add' && path === 'w/b')
    fs.writeFileSync('w/a', '22');
  if (event === 'change')
    fs.unlinkSync('w/b');
  if (event === 'unlink') {
    console.log(events);
    watcher.close().then(() => console.log('closed'));
  }
});
watcher.on('ready', () => fs.writeFileSync('w/b', 'x'));
