// Models and SQL texts without a server
const { Sequelize, DataTypes, Op } = require('sequelize');
const s = new Sequelize('postgres://127.0.0.1:1/x', { logging: false });
const M = s.define('m', { a: { type: DataTypes.INTEGER, validate: { min: 3 } }, b: DataTypes.STRING });
console.log(s.getQueryInterface().queryGenerator.selectQuery('ms', { where: { a: { [Op.gt]: 2 }, b: { [Op.like]: 'x%' } } }, M));
M.build({ a: 1 }).validate().catch((e) => console.log(e.message));
s.authenticate().catch((e) => console.log(e.name));
