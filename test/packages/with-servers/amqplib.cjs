// Confirmed messages, a prefetch, rejection to a dead-letter queue, RPC, a closed channel
const amqp = require('amqplib');
(async () => {
  const connection = await amqp.connect(`amqp://guest:guest@127.0.0.1:${process.env.AMQP_PORT}`);
  const channel = await connection.createConfirmChannel();
  await channel.assertQueue('dead', { durable: true });
  await channel.assertQueue('work', { durable: true, deadLetterExchange: '', deadLetterRoutingKey: 'dead' });
  await channel.purgeQueue('dead');
  await channel.purgeQueue('work');
  for (let i = 0; i < 300; i++)
    channel.sendToQueue('work', Buffer.from(`é${i}`), { persistent: true, headers: { i, half: i / 2 } });
  await channel.waitForConfirms();
  await channel.prefetch(20);
  let sum = 0, count = 0;
  await new Promise((resolve) => channel.consume('work', (message) => {
    sum += message.properties.headers.half;
    if (message.content.toString().endsWith('7'))
      channel.nack(message, false, false);
    else
      channel.ack(message);
    if (++count === 300)
      resolve();
  }));
  console.log(count, sum);
  const second = await connection.createChannel();
  let dead = 0;
  await new Promise((resolve) => second.consume('dead', (message) => {
    second.ack(message);
    if (++dead === 30)
      resolve();
  }));
  const { queue } = await second.assertQueue('', { exclusive: true });
  await second.assertExchange('topics', 'topic', { autoDelete: true });
  await second.bindQueue(queue, 'topics', 'a.*');
  const answer = new Promise((resolve) => second.consume(queue, resolve, { noAck: true }));
  second.publish('topics', 'b.1', Buffer.from('no'));
  second.publish('topics', 'a.1', Buffer.alloc(300000, 'x'), { correlationId: '7', replyTo: 'dead', timestamp: 5 });
  const { content, properties, fields } = await answer;
  console.log(dead, content.length, properties.correlationId, properties.timestamp, fields.routingKey);
  second.on('error', (error) => console.log(error.message));
  const closed = new Promise((resolve) => second.once('close', resolve));
  await second.checkQueue('nowhere').catch((error) => console.log(error.code));
  await closed;
  await connection.close();
  await amqp.connect(`amqp://guest:wrong@127.0.0.1:${process.env.AMQP_PORT}`).catch((error) => console.log(error.message));
})();
