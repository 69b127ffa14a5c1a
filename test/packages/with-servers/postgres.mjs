// Tagged queries, inserts of many, cursors, a transaction that is rolled back, notifications, COPY
import postgres from 'postgres';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
const sql = postgres({ host: '127.0.0.1', port: +process.env.POSTGRES_PORT, user: 'tester', database: 'postgres', onnotice() {} });
await sql`drop table if exists p_items`;
await sql`create table p_items (id serial primary key, name text, data jsonb, bytes bytea, at timestamptz)`;
const items = Array.from({ length: 500 }, (_, i) => ({ name: `é ${i}`, data: { i }, bytes: Buffer.from([i & 255]), at: new Date(1e12 + i) }));
console.log((await sql`insert into p_items ${sql(items)} returning id`).length);
console.log(await sql`select * from p_items where id in ${sql([1, 256])} order by id`);
let rows = 0;
for await (const part of sql`select * from p_items`.cursor(64))
  rows += part.length;
console.log(rows);
await sql.begin(async (tx) => {
  await tx`delete from p_items`;
  throw new Error('undo');
}).catch((error) => console.log(error.message));
console.log((await Promise.all(Array.from({ length: 200 }, (_, i) => sql`select ${i}::int * 2 as x`))).at(-1));
await sql`select broken`.catch((error) => console.log(error.code, error.message, error.position));
let heard;
const notified = new Promise((resolve) => { heard = resolve; });
await sql.listen('p_news', heard);
await sql.notify('p_news', 'hello');
console.log(await notified);
await pipeline(Readable.from(['copied 1\n', 'copied 2\n']), await sql`copy p_items (name) from stdin`.writable());
console.log(await sql`select count(*), max(name) from p_items where name like 'copied%'`);
await sql.end();
