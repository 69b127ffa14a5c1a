// Expectations on express
const request = require('supertest'), express = require('express');
const app = express();
app.get('/a', (req, res) => res.json({ a: 1 }));
(async () => {
  await request(app).get('/a').expect(200).expect('content-type', /json/).expect({ a: 1 });
  await request(app).get('/b').expect(200).catch((e) => console.log(e.message));
  await request(app).get('/a').expect({ a: 2 }).catch((e) => console.log(e.message.split('\n')[0]));
  console.log('done');
})();
