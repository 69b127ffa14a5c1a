// A controller and a service on express
require('reflect-metadata');
const { Controller, Get, Module, Injectable, Param } = require('@nestjs/common'), { NestFactory } = require('@nestjs/core'), http = require('http');
class Service { hi(n) { return { hi: n }; } }
Injectable()(Service);
class Web { constructor(s) { this.s = s; } get(n) { return this.s.hi(n); } }
Reflect.defineMetadata('design:paramtypes', [Service], Web);
Controller('web')(Web);
Param('n')(Web.prototype, 'get', 0);
Get(':n')(Web.prototype, 'get', Object.getOwnPropertyDescriptor(Web.prototype, 'get'));
class App {}
Module({ controllers: [Web], providers: [Service] })(App);
(async () => {
  const app = await NestFactory.create(App, { logger: false });
  await app.listen(0);
  http.get({ port: app.getHttpServer().address().port, path: '/web/7', agent: false }, (res) => { let t = ''; res.on('data', (d) => { t += d; }).on('end', async () => { console.log(res.statusCode, t); await app.close(); }); });
})();
