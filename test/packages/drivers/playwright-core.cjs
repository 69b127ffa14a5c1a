// Debian's Chromium: locators, routes, contexts, downloads, requests without a page
const http = require('http');
const fs = require('fs');
const { chromium, request } = require('playwright-core');
const executablePath = '/usr/bin/chromium';
if (!fs.existsSync(executablePath)) { console.log('no chromium'); process.exit(); }
const server = http.createServer((req, res) => {
  if (req.url === '/data') res.end('{"n":5}');
  else if (req.url === '/file') res.setHeader('content-disposition', 'attachment; filename=a.txt').end('contents');
  else if (req.url === '/echo') { let text = ''; req.on('data', (d) => { text += d; }).on('end', () => res.end(`${req.method} ${text}`)); }
  else res.setHeader('content-type', 'text/html').setHeader('set-cookie', 'c=1').end('<title>A page</title><label>Name <input></label><button onclick="document.title=document.querySelector(\'input\').value">go</button><a href=/file>file</a><p></p><script>fetch("/data").then((r) => r.json()).then((v) => { document.querySelector("p").textContent = v.n; });</script>');
});
server.listen(0, '127.0.0.1', async () => {
  const baseURL = `http://127.0.0.1:${server.address().port}`;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
  const context = await browser.newContext({ baseURL, viewport: { width: 300, height: 200 } });
  const page = await context.newPage();
  await page.goto('/');
  await page.locator('p', { hasText: '5' }).waitFor();
  console.log(await page.title(), await page.locator('p').textContent());
  await page.getByLabel('Name').fill('typed ä');
  await page.getByRole('button', { name: 'go' }).click();
  console.log(await page.title(), (await context.cookies()).map((each) => each.name), await page.evaluate((n) => [n, { a: new Date(0), m: new Map([[1, 2]]) }], 7));
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('file').click()]);
  console.log(download.suggestedFilename(), fs.readFileSync(await download.path(), 'utf8'));
  await page.route('**/data', (route) => route.fulfill({ json: { n: 9 } }));
  await page.reload();
  await page.locator('p', { hasText: '9' }).waitFor();
  console.log(await page.locator('p').textContent(), (await page.screenshot()).readUInt32BE(16));
  console.log((await page.locator('#none').click({ timeout: 100 }).catch((error) => error)).name, await page.evaluate(() => { throw new TypeError('inside'); }).catch((error) => error.message.split('\n')[0]));
  const api = await request.newContext({ baseURL });
  const answer = await api.post('/echo', { data: { a: 1 } });
  console.log(answer.status(), await answer.text());
  await api.dispose();
  await browser.close();
  server.close();
});
