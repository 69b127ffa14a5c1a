// holds: watcher 2
require('fs').watch(__dirname, () => {});
