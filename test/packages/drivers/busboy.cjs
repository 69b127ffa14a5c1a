// Multipart and urlencoded, limits; formidable
const busboy = require('busboy');
const b = busboy({ headers: { 'content-type': 'multipart/form-data; boundary=B' }, limits: { fileSize: 4 } });
b.on('file', (name, stream, info) => { let n = 0; stream.on('data', (d) => { n += d.length; }).on('limit', () => console.log('limit')).on('end', () => console.log(name, info, n)); });
b.on('field', (n, v, i) => console.log(n, v, i.nameTruncated)).on('close', () => console.log('close'));
b.end('--B\r\nContent-Disposition: form-data; name="k"\r\n\r\nv\r\n--B\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\n123456\r\n--B--\r\n');
try { busboy({ headers: { 'content-type': 'text/plain' } }); } catch (e) { console.log(e.message); }
