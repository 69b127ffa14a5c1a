// Becomes 1 when the runner has read the report and writes a byte to standard input. A thread of
// the pool stores the byte: the program sees it without a call, and while its loop is blocked.
const { read } = require('fs');

const reported = new Uint8Array(1);
read(0, reported, 0, 1, null, () => {});
module.exports = reported;
