// holds: watcher 2
require('fs').watchFile(__filename, () => {});
