// holds: interval 8
// from: 8
const fs = require('fs');
const folder = fs.mkdtempSync(`${require('os').tmpdir()}/gyre-why-`);
fs.mkdirSync(`${folder}/node_modules/metrics`, { recursive: true });
fs.writeFileSync(`${folder}/node_modules/metrics/index.js`,
                 'exports.start = () => setInterval(exports.flush.bind(null), 60_000);\nexports.flush = () => {};\n');
const timer = require(`${folder}/node_modules/metrics`).start();
fs.rmSync(folder, { recursive: true });
