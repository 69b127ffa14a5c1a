// 2,000 elements
const cheerio = require('cheerio');
const $ = cheerio.load('<ul>' + Array.from({ length: 2000 }, (_, i) => `<li class="${i % 2 ? 'o' : 'e'}" data-i=${i}>n${i}</li>`).join('') + '</ul>');
console.log($('li.o').length, $('li:nth-child(3)').text(), $('ul > li').eq(7).attr('data-i'), $('li').slice(0, 2).map((i, e) => $(e).html()).get());
$('li').not('.o').remove();
console.log($('ul').children().length, $.html().length, $('<p>x<b>y</p>').toString());
