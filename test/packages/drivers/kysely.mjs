// SQL texts
import { Kysely, DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
const db = new Kysely({ dialect: { createAdapter: () => new PostgresAdapter(), createDriver: () => new DummyDriver(), createIntrospector: (d) => new PostgresIntrospector(d), createQueryCompiler: () => new PostgresQueryCompiler() } });
console.log(db.selectFrom('t').select(['a', 'b as c']).where('a', '=', 1).innerJoin('u', 'u.id', 't.id').compile().sql, await db.selectFrom('x').selectAll().execute());
