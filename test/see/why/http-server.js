// holds: server 3
const http = require('http');
http.createServer((request, response) => response.end()).listen(0);
