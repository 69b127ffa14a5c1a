// A schema, joins, relations, a transaction that is rolled back, on pg and on postgres
import { drizzle } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js';
import { pgTable, serial, text, integer, jsonb } from 'drizzle-orm/pg-core';
import { eq, gt, relations, sql, sum } from 'drizzle-orm';
import pg from 'pg';
import postgres from 'postgres';
const config = { host: '127.0.0.1', port: +process.env.POSTGRES_PORT, user: 'tester', database: 'postgres' };
const owners = pgTable('d_owners', { id: serial('id').primaryKey(), name: text('name').notNull().unique(), extra: jsonb('extra') });
const pets = pgTable('d_pets', { id: serial('id').primaryKey(), owner: integer('owner').references(() => owners.id), age: integer('age') });
const ownersRelations = relations(owners, ({ many }) => ({ pets: many(pets) }));
const petsRelations = relations(pets, ({ one }) => ({ of: one(owners, { fields: [pets.owner], references: [owners.id] }) }));
const schema = { owners, pets, ownersRelations, petsRelations };
const pool = new pg.Pool(config), client = postgres({ ...config, onnotice() {} });
for (const db of [drizzle(pool, { schema }), drizzlePostgres(client, { schema })]) {
  await db.execute(sql`drop table if exists d_pets, d_owners`);
  await db.execute(sql`create table d_owners (id serial primary key, name text not null unique, extra jsonb)`);
  await db.execute(sql`create table d_pets (id serial primary key, owner int references d_owners, age int)`);
  const [ann] = await db.insert(owners).values([{ name: 'ann', extra: { a: [1] } }, { name: 'bob é' }]).returning();
  await db.insert(pets).values([1, 5, 9].map((age) => ({ owner: ann.id, age })));
  console.log(await db.select({ name: owners.name, total: sum(pets.age) }).from(owners).leftJoin(pets, eq(pets.owner, owners.id)).groupBy(owners.name).orderBy(owners.name));
  console.log(JSON.stringify(await db.query.owners.findMany({ with: { pets: { where: gt(pets.age, 1) } } })));
  await db.transaction(async (tx) => {
    await tx.delete(pets);
    tx.rollback();
  }).catch((error) => console.log(error.constructor.name, error.message));
  await db.insert(owners).values({ name: 'ann' }).catch((error) => console.log(error.cause.code));
  console.log(await db.$count(pets));
}
await pool.end();
await client.end();
