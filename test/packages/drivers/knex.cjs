// SQL texts
const knex = require('knex')({ client: 'pg' });
console.log(knex('t').where({ a: 1 }).andWhere('b', '>', 2).join('u', 'u.id', 't.u').select('x as y').orderBy('x').limit(3).toString(), knex.schema.createTable('n', (t) => { t.increments(); t.string('s').notNullable(); }).toString(), knex('t').insert([{ a: 1 }, { a: 2 }]).onConflict('a').merge().toString());
