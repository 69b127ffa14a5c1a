// A table, typed queries, a stream of rows, a transaction
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
const pool = new pg.Pool({ host: '127.0.0.1', port: +process.env.POSTGRES_PORT, user: 'tester', database: 'postgres' });
const db = new Kysely({ dialect: new PostgresDialect({ pool }) });
await db.schema.dropTable('pets').ifExists().execute();
await db.schema.createTable('pets').addColumn('id', 'serial', (c) => c.primaryKey()).addColumn('name', 'text').execute();
await db.insertInto('pets').values(Array.from({ length: 50 }, (_, i) => ({ name: `pet ${i}` }))).execute();
console.log(await db.selectFrom('pets').select(['id', 'name']).where('id', '<', 4).orderBy('id').execute());
await db.transaction().execute(async (tx) => {
  await tx.deleteFrom('pets').execute();
  throw new Error('undo');
}).catch((error) => console.log(error.message));
console.log(await db.selectFrom('pets').select(sql`count(*)`.as('n')).execute());
await sql`select * from nowhere`.execute(db).catch((error) => console.log(error.code));
await db.destroy();
