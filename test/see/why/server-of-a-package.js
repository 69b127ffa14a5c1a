// holds: server 8
// from: 8
const fs = require('fs');
const folder = fs.mkdtempSync(`${require('os').tmpdir()}/gyre-why-`);
fs.mkdirSync(`${folder}/node_modules/status`, { recursive: true });
fs.writeFileSync(`${folder}/node_modules/status/index.js`,
                 'exports.start = () => require("net").createServer().listen(0);\n');
require(`${folder}/node_modules/status`).start();
fs.rmSync(folder, { recursive: true });
