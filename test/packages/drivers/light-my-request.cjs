// Requests without a socket; compression, body-parser, cookie-parser
const inject = require('light-my-request');
inject((req, res) => { res.setHeader('x', req.headers.a); res.end(req.method + req.url); }, { method: 'POST', url: '/p?q=1', headers: { a: 'b' }, payload: 'z' }, (e, r) => console.log(r.statusCode, r.headers.x, r.payload));
const express = require('express'), app = express();
app.use(require('compression')({ threshold: 0 }), require('cookie-parser')('k'), require('body-parser').text());
app.post('/', (req, res) => res.json({ c: req.cookies, b: req.body }));
inject(app, { method: 'POST', url: '/', headers: { cookie: 'a=1', 'accept-encoding': 'gzip', 'content-type': 'text/plain' }, payload: 'body' }, (e, r) => console.log(r.headers['content-encoding'], require('zlib').gunzipSync(r.rawPayload).toString()));
