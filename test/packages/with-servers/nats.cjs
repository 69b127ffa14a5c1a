// Subjects, a queue group, requests, JetStream: a stream and a durable consumer, a key-value store
const { connect, headers, JSONCodec, StringCodec, AckPolicy } = require('nats');
(async () => {
  const connection = await connect({ servers: `127.0.0.1:${process.env.NATS_PORT}` });
  const text = StringCodec(), json = JSONCodec();
  const shared = [0, 0];
  for (const which of [0, 1])
    connection.subscribe('jobs.*', { queue: 'workers', callback: (error, message) => { shared[which]++; message.respond(message.data); } });
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => connection.request(`jobs.${i}`, json.encode({ i }))));
  console.log(answers.reduce((sum, answer) => sum + json.decode(answer.data).i, 0), shared[0] + shared[1]);
  await connection.request('nobody', text.encode('?'), { timeout: 2000 }).catch((error) => console.log(error.code));
  const seen = new Promise((resolve) => connection.subscribe('news.>', { max: 1, callback: (error, message) => resolve(message) }));
  const extra = headers();
  extra.append('kind', 'large');
  connection.publish('news.a.b', Buffer.alloc(200000, 'x'), { headers: extra });
  const message = await seen;
  console.log(message.subject, message.data.length, message.headers.get('kind'));
  const manager = await connection.jetstreamManager();
  const name = `s${process.pid}`;
  await manager.streams.add({ name, subjects: [`${name}.*`] });
  const stream = connection.jetstream();
  for (let i = 0; i < 50; i++)
    await stream.publish(`${name}.a`, text.encode(`${i}`), { msgID: `${i % 40}` });
  await manager.consumers.add(name, { durable_name: 'd', ack_policy: AckPolicy.Explicit });
  const consumer = await stream.consumers.get(name, 'd');
  const got = [];
  for await (const m of await consumer.fetch({ max_messages: 40 })) {
    got.push(text.decode(m.data));
    m.ack();
  }
  console.log(got.length, got.at(-1), (await manager.streams.info(name)).state.messages);
  const store = await stream.views.kv(`kv${process.pid}`);
  await store.put('a', text.encode('1'));
  await store.update('a', text.encode('2'), (await store.get('a')).revision);
  await store.update('a', text.encode('3'), 1).catch((error) => console.log(error.code));
  console.log(text.decode((await store.get('a')).value));
  await store.destroy();
  await manager.streams.delete(name);
  await connection.drain();
  console.log(connection.isClosed());
})();
