// BSON, and fails to connect as it does on Node
const { MongoClient, ObjectId, BSON } = require('mongodb');
console.log(new ObjectId('507f1f77bcf86cd799439011').getTimestamp(), BSON.deserialize(BSON.serialize({ a: 1, b: new Date(0), c: [1n] })));
new MongoClient('mongodb://127.0.0.1:1', { serverSelectionTimeoutMS: 100 }).connect().catch((e) => console.log(e.name));
