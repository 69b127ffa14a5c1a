// holds: child 2
require('child_process').spawn('sleep', ['60'], { stdio: 'ignore' });
