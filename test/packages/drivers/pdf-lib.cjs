// pdf-lib, pdfkit, docx, xlsx
const { PDFDocument } = require('pdf-lib');
(async () => {
  const d = await PDFDocument.create();
  d.addPage([200, 100]).drawText('hello');
  console.log((await PDFDocument.load(await d.save())).getPageCount());
  const PDFKit = require('pdfkit'), doc = new PDFKit({ compress: false, info: { CreationDate: new Date(0) } });
  let n = 0;
  doc.on('data', (c) => { n += c.length; }).on('end', () => console.log(n > 800));
  doc.text('x').end();
  const XLSX = require('xlsx'), book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([[1, 'a'], [2, 'b']]), 's');
  console.log(XLSX.utils.sheet_to_json(XLSX.read(XLSX.write(book, { type: 'buffer' })).Sheets.s, { header: 1 }));
  const { Document, Packer, Paragraph } = require('docx');
  console.log((await Packer.toBuffer(new Document({ sections: [{ children: [new Paragraph('x')] }] }))).length > 1000);
})();
