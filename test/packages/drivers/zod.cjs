// 20,000 validations, errors
const { z } = require('zod');
const schema = z.object({ name: z.string().min(2), age: z.number().int().positive().optional(), tags: z.array(z.enum(['a', 'b'])), at: z.coerce.date() });
let good = 0;
for (let i = 0; i < 20000; i++)
  good += schema.safeParse({ name: 'n' + i, age: i, tags: ['a'], at: 0 }).success;
console.log(good, schema.safeParse({ name: 'x', tags: ['q'], age: 1.5 }).error.issues.map((i) => [i.path.join('.'), i.message]));
console.log(z.union([z.string().transform((s) => s.length), z.number()]).parse('abc'), z.discriminatedUnion('t', [z.object({ t: z.literal('x') })]).safeParse({ t: 'y' }).success);
