// 100,000 validations
const Ajv = require('ajv');
const validate = new Ajv({ allErrors: true }).compile({ type: 'object', required: ['a', 'b'], properties: { a: { type: 'integer', minimum: 3 }, b: { type: 'array', items: { enum: ['x', 'y'] }, uniqueItems: true } }, additionalProperties: false });
let good = 0;
for (let i = 0; i < 100000; i++)
  good += validate({ a: i % 10, b: ['x', 'y'] });
console.log(good, validate({ a: 1, b: ['x', 'x', 'z'], c: 1 }), validate.errors.map((e) => e.message));
