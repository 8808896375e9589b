import Fastify from 'fastify';

/** The least that Fastify can do: one route for each method that answers the bytes it was given. */
const [, , getAnswer = '', postAnswer = ''] = process.argv;
const app = Fastify();
app.get('/companies', (_, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8').send(getAnswer);
});
app.post('/companies', (_, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8').send(postAnswer);
});
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.send?.(address !== null && typeof address === 'object' ? address.port : 0);
process.on('disconnect', () => process.exit(0));
