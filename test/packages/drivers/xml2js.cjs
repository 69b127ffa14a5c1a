// Both ways, and fast-xml-parser
const xml2js = require('xml2js');
const xml = '<a x="1"><b>t</b><b><![CDATA[<c>]]></b><d/></a>';
xml2js.parseString(xml, (e, r) => { console.log(JSON.stringify(r)); console.log(new xml2js.Builder().buildObject(r)); });
xml2js.parseString('<a><b></a>', (e) => console.log(e && e.message));
const { XMLParser, XMLBuilder } = require('fast-xml-parser');
console.log(JSON.stringify(new XMLParser({ ignoreAttributes: false }).parse(xml)), new XMLBuilder({}).build({ a: { b: [1, 2] } }));
