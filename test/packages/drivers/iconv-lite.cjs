// Seven encodings
const iconv = require('iconv-lite');
for (const e of ['win1251', 'shift_jis', 'gbk', 'big5', 'euc-kr', 'utf16le', 'latin1']) {
  const text = { win1251: 'привет', shift_jis: 'テスト', gbk: '你好', big5: '中文', 'euc-kr': '한국', utf16le: 'añ', latin1: 'é' }[e];
  console.log(e, iconv.encode(text, e).toString('hex'), iconv.decode(iconv.encode(text, e), e) === text);
}
console.log(iconv.encodingExists('nope'), iconv.encode('€', 'win1252'));
