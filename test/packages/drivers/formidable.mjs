// A form with fields and files; too large a file
import http from 'http';
import fs from 'fs';
import formidable from 'formidable';
const server = http.createServer(async (req, res) => {
  try {
    const [fields, files] = await formidable({ maxFileSize: 5000, uploadDir: process.cwd() }).parse(req);
    const [file] = files.f ?? [];
    res.end(JSON.stringify([fields, file?.originalFilename, file?.mimetype, file && fs.readFileSync(file.filepath).length]));
  } catch (error) {
    res.statusCode = error.httpCode ?? 500;
    res.end(String(error.code));
  }
}).listen(0, async () => {
  const url = `http://localhost:${server.address().port}/`;
  for (const size of [0, 1, 4000, 6000]) {
    const form = new FormData();
    form.append('a', 'é');
    form.append('a', 'second');
    form.append('f', new File(['x'.repeat(size)], 'n "q".txt', { type: 'text/plain' }));
    const response = await fetch(url, { method: 'POST', body: form });
    console.log(size, response.status, await response.text());
  }
  server.close();
  server.closeAllConnections();
});
