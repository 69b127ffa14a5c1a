// Models, an association, a transaction that is rolled back, a violated constraint
const { DataTypes, Sequelize } = require('sequelize');
const db = new Sequelize('postgres', 'tester', '', { dialect: 'postgres', host: '127.0.0.1', port: +process.env.POSTGRES_PORT, logging: false });
(async () => {
  const User = db.define('User', { name: { type: DataTypes.STRING, unique: true }, age: DataTypes.INTEGER }, { timestamps: false });
  const Post = db.define('Post', { text: DataTypes.TEXT }, { timestamps: false });
  User.hasMany(Post);
  Post.belongsTo(User);
  await db.sync({ force: true });
  const ann = await User.create({ name: 'ann', age: 30 });
  await ann.createPost({ text: 'é' });
  console.log(JSON.stringify(await User.findAll({ include: Post })));
  await db.transaction(async (transaction) => {
    await User.create({ name: 'bob' }, { transaction });
    throw new Error('undo');
  }).catch((error) => console.log(error.message));
  await User.create({ name: 'ann' }).catch((error) => console.log(error.name, error.fields));
  console.log(await User.count(), await User.max('age'));
  await db.close();
})();
