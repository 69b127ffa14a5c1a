// UTF-8 of text that is mostly not Latin, with characters of two, three and four bytes.
const { fill, runText } = require('../text.cjs');
// 8 units, 16 bytes
runText('utf8', (size) => fill('\u0434\u043e ab\u65e5\ud83d\ude00.', size / 2));
