// Headers, express-session, passport
const express = require('express'), http = require('http');
const app = express();
app.use(require('helmet')(), require('express-session')({ secret: 's', resave: false, saveUninitialized: true, genid: () => 'fixed' }));
const passport = require('passport');
app.use(passport.initialize(), passport.session());
app.get('/', (req, res) => { req.session.n = (req.session.n || 0) + 1; res.json({ n: req.session.n, auth: req.isAuthenticated() }); });
const server = app.listen(0, () => {
  const get = (cookie, then) => http.get({ port: server.address().port, headers: cookie ? { cookie } : {}, agent: false }, (res) => { let t = ''; res.on('data', (d) => { t += d; }).on('end', () => { const h = res.headers; delete h.date; console.log(h, t); then(h['set-cookie']?.[0].split(';')[0]); }); });
  get(null, (cookie) => get(cookie, () => server.close()));
});
