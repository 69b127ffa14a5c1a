// Errors
const Joi = require('joi');
const schema = Joi.object({ a: Joi.string().alphanum().min(3).required(), b: Joi.number().integer(), c: Joi.ref('b'), d: Joi.date().iso() }).with('b', 'a');
console.log(schema.validate({ a: 'x!', b: 1.5, e: 1 }, { abortEarly: false }).error.details.map((d) => d.message), schema.validate({ a: 'abc', d: '2020-01-01' }).value);
