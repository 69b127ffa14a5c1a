// One request, an error
const proxy = require('http-proxy').createProxyServer({}), http = require('http');
process.removeAllListeners('warning');
process.on('warning', () => {});
const target = http.createServer((req, res) => res.end('target ' + req.url + ' ' + req.headers['x-a'])).listen(0, () => {
  const front = http.createServer((req, res) => proxy.web(req, res, { target: req.url === '/bad' ? 'http://127.0.0.1:1' : `http://127.0.0.1:${target.address().port}`, headers: { 'x-a': 'added' } }, (e) => { res.statusCode = 502; res.end(e.code); })).listen(0, () => {
    const get = (path, then) => http.get({ port: front.address().port, path, agent: false }, (res) => { let t = ''; res.on('data', (d) => { t += d; }).on('end', () => { console.log(res.statusCode, t); then(); }); });
    get('/x', () => get('/bad', () => { front.close(); target.close(); }));
  });
});
