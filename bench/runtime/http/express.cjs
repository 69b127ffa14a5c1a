// express: a route that says hello.
const { load } = require('../with_servers/load.cjs');
const app = load('express')();
app.get('/', (req, res) => res.send('hello'));
const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port));
