// A message to an SMTP server
const net = require('net'), nodemailer = require('nodemailer');
const server = net.createServer((s) => {
  let data = false, text = '', rest = '';
  s.write('220 hi\r\n');
  s.on('data', (d) => {
    const lines = (rest + d).split('\r\n');
    rest = lines.pop();
    for (const line of lines) {
      if (data) { if (line === '.') { data = false; s.write('250 queued\r\n'); } else text += line + '\n'; }
      else if (line.startsWith('EHLO')) s.write('250-x\r\n250 SMTPUTF8\r\n');
      else if (line === 'DATA') { data = true; s.write('354 go\r\n'); }
      else s.write('250 ok\r\n');
    }
  });
  s.on('end', () => { console.log(text.replace(/Message-ID.*|Date:.*|--_?-?.*|boundary=.*/g, '')); server.close(); });
}).listen(0, async () => {
  const t = nodemailer.createTransport({ host: '127.0.0.1', port: server.address().port, ignoreTLS: true });
  const info = await t.sendMail({ from: 'a@x.y', to: ['b@x.y', 'c@x.y'], subject: 'Grüße', text: 'hello', attachments: [{ filename: 'f.txt', content: 'att' }] });
  console.log(info.accepted, info.response);
  t.close();
});
