// UTF-16, both ways; some characters are above 255.
const { fill, runText } = require('../text.cjs');
runText('ucs2', (size) => fill('\u0434\u043e ab\u65e5\ud83d\ude00.', size / 2));
