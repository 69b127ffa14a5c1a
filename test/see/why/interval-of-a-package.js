// holds: interval 9
// from: 9
const fs = require('fs');
const folder = fs.mkdtempSync(`${require('os').tmpdir()}/gyre-why-`);
fs.mkdirSync(`${folder}/node_modules/metrics`, { recursive: true });
fs.writeFileSync(`${folder}/node_modules/metrics/index.js`,
                 'exports.start = () => setInterval(exports.flush.bind(null), 60_000);\n' +
                 'exports.flush = () => {};\n');
require(`${folder}/node_modules/metrics`).start();
fs.rmSync(folder, { recursive: true });
