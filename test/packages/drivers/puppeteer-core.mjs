// Debian's Chromium: pages, evaluation, requests, a screenshot, a PDF, by WebSocket and by pipe
import http from 'node:http';
import fs from 'node:fs';
import puppeteer from 'puppeteer-core';
const executablePath = '/usr/bin/chromium';
if (!fs.existsSync(executablePath)) { console.log('no chromium'); process.exit(); }
const server = http.createServer((request, response) => {
  if (request.url === '/data') response.end('{"n":5}');
  else response.setHeader('content-type', 'text/html').end('<title>A page</title><h1 id=h>Hello</h1><input id=i><button id=b onclick="document.title=i.value">go</button><script>fetch("/data").then((r) => r.json()).then((v) => { h.textContent += v.n; });</script>');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${server.address().port}/`;
for (const pipe of [false, true]) {
  const browser = await puppeteer.launch({ executablePath, pipe, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
  const page = await browser.newPage();
  const seen = [];
  page.on('console', (message) => seen.push(message.text()));
  page.on('pageerror', (error) => seen.push(error.message));
  page.on('response', (response) => { if (!response.url().includes('favicon')) seen.push(`${response.status()} ${new URL(response.url()).pathname}`); });
  await page.goto(url, { waitUntil: 'networkidle0' });
  console.log(await page.title(), await page.$eval('#h', (e) => e.textContent), seen);
  await page.type('#i', 'typed ä');
  await page.click('#b');
  console.log(await page.title(), await page.evaluate((a, b) => ({ sum: a + b, list: [1, [2]] }), 2, 3));
  await page.exposeFunction('twice', (n) => n * 2);
  console.log(await page.evaluate(() => window.twice(21)), await page.evaluate(() => { throw new Error('inside'); }).catch((error) => error.message));
  await page.setRequestInterception(true);
  page.on('request', (request) => (request.url().endsWith('/data') ? request.respond({ body: '{"n":6}' }) : request.continue()));
  await page.reload({ waitUntil: 'networkidle0' });
  console.log(await page.$eval('#h', (e) => e.textContent));
  const png = await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 30 } });
  console.log(png.constructor.name, Buffer.from(png).readUInt32BE(16), Buffer.from(png).readUInt32BE(20), Buffer.from(await page.pdf()).toString('latin1', 0, 5));
  console.log(await page.waitForSelector('#none', { timeout: 50 }).catch((error) => [error.name, error.message]));
  await browser.close();
}
server.close();
