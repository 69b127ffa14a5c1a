// Tables, inserts, joins, a transaction that is rolled back
const knex = require('knex')({ client: 'pg', connection: { host: '127.0.0.1', port: +process.env.POSTGRES_PORT, user: 'tester', database: 'postgres' } });
(async () => {
  await knex.schema.dropTableIfExists('items').dropTableIfExists('owners');
  await knex.schema.createTable('owners', (t) => { t.increments(); t.string('name').unique(); });
  await knex.schema.createTable('items', (t) => { t.increments(); t.integer('owner').references('owners.id'); t.decimal('price'); });
  const [{ id }] = await knex('owners').insert({ name: 'ann' }).returning('id');
  await knex('items').insert([{ owner: id, price: 1.5 }, { owner: id, price: 2 }]);
  console.log(await knex('items').join('owners', 'owners.id', 'items.owner').select('name', 'price').orderBy('price'));
  await knex.transaction(async (tx) => {
    await tx('items').del();
    throw new Error('undo');
  }).catch((error) => console.log(error.message));
  console.log(await knex('items').count(), await knex('items').sum('price as total'));
  await knex('owners').insert({ name: 'ann' }).catch((error) => console.log(error.code, error.constraint));
  await knex.destroy();
})();
