// Queries, mutations, validation, middleware, batches and subscriptions, with its client
import { initTRPC, TRPCError } from '@trpc/server';
import { createHTTPServer } from '@trpc/server/adapters/standalone';
import { createTRPCClient, httpBatchLink, httpBatchStreamLink, httpLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { z } from 'zod';
const t = initTRPC.context().create();
const logged = t.procedure.use(async ({ path, next }) => { const result = await next(); console.log('middleware', path, result.ok); return result; });
const router = t.router({
  hello: logged.input(z.object({ name: z.string().min(2) })).query(({ input, ctx }) => `hello ${input.name} of ${ctx.user}`),
  add: logged.input(z.array(z.number())).mutation(({ input }) => input.reduce((a, b) => a + b, 0)),
  fail: t.procedure.query(() => { throw new TRPCError({ code: 'UNAUTHORIZED', message: 'no' }); }),
  numbers: t.procedure.input(z.number()).query(async function* ({ input }) { for (let i = 0; i < input; i++) yield i; }),
  ticks: t.procedure.subscription(async function* () { for (let i = 0; i < 3; i++) yield { i }; }),
});
const server = createHTTPServer({ router, createContext: ({ req }) => ({ user: req.headers['x-user'] ?? 'nobody' }) });
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${server.address().port}`;
for (const link of [httpLink, httpBatchLink, httpBatchStreamLink]) {
  const client = createTRPCClient({ links: [link({ url, headers: { 'x-user': 'me' } })] });
  console.log(await Promise.all([client.hello.query({ name: 'world' }), client.add.mutate([1, 2, 3])]));
  for (const bad of [client.hello.query({ name: 'x' }), client.fail.query(), client.none.query()])
    await bad.catch((error) => console.log(error.name, error.data?.code, error.data?.httpStatus, error.message));
}
const streaming = createTRPCClient({ links: [httpBatchStreamLink({ url })] });
const list = [];
for await (const n of await streaming.numbers.query(5)) list.push(n);
console.log(list);
server.close();
server.closeAllConnections();
