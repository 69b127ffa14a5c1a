// Loads, and fails to connect as it does on Node
require('amqplib').connect('amqp://127.0.0.1:1').catch((e) => console.log(e.code));
