// holds: server 2
require('net').createServer().listen(`\0gyre-test-${process.pid}`);
