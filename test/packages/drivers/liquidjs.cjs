// Loops, filters
const { Liquid } = require('liquidjs');
new Liquid().parseAndRender('{% for i in (1..3) %}{{ i | times: 2 }} {% endfor %}{{ "a,b" | split: "," | join: "+" }} {{ "2020-01-02" | date: "%d.%m.%Y" }}{% assign x = "q" %}{{ x | upcase }}').then(console.log);
