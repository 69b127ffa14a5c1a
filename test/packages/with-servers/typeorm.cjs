// Entities by schema, relations, a query builder, a transaction that is rolled back
require('reflect-metadata');
const { DataSource, EntitySchema, MoreThan } = require('typeorm');
const User = new EntitySchema({ name: 'User', tableName: 'o_users', columns: {
  id: { type: Number, primary: true, generated: true }, name: { type: String, unique: true }, age: { type: Number, nullable: true },
}, relations: { photos: { type: 'one-to-many', target: 'Photo', inverseSide: 'user', cascade: true } } });
const Photo = new EntitySchema({ name: 'Photo', tableName: 'o_photos', columns: {
  id: { type: Number, primary: true, generated: true }, url: { type: String }, meta: { type: 'jsonb', nullable: true },
}, relations: { user: { type: 'many-to-one', target: 'User', joinColumn: true, onDelete: 'CASCADE' } } });
(async () => {
  const source = new DataSource({ type: 'postgres', host: '127.0.0.1', port: +process.env.POSTGRES_PORT, username: 'tester', database: 'postgres', entities: [User, Photo], synchronize: true, dropSchema: false, logging: false });
  await source.initialize();
  await source.query('truncate o_users, o_photos restart identity cascade');
  const users = source.getRepository(User);
  await users.save({ name: 'ann', age: 30, photos: [{ url: 'é', meta: { w: 1 } }, { url: 'b' }] });
  await users.save(Array.from({ length: 20 }, (_, i) => ({ name: `user ${i}`, age: i })));
  console.log(JSON.stringify(await users.find({ where: { age: MoreThan(17) }, relations: { photos: true }, order: { id: 'ASC' } })));
  console.log(await users.createQueryBuilder('u').select('count(*)', 'n').addSelect('avg(u.age)', 'mean').getRawOne());
  await source.transaction(async (manager) => {
    await manager.delete(User, { name: 'ann' });
    throw new Error('undo');
  }).catch((error) => console.log(error.message));
  await users.insert({ name: 'ann' }).catch((error) => console.log(error.name, error.code));
  console.log(await users.count(), (await users.findAndCount({ take: 2, order: { name: 'DESC' } }))[0].map((user) => user.name));
  await source.destroy();
})();
