import { createServer } from 'node:http';

/**
 * Answers every path but `/dead`, which it never answers, and notes how long each event was on its way, ms. The
 * argument is how many connections may wait to be accepted.
 */
const backlog = Number(process.argv[2]);
let latencies: number[] = [];

// Hosts that are stopped for a while find their connections again.
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.url === '/dead') return;
    const { generatedDate } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { generatedDate: string };
    latencies.push(Date.now() - Date.parse(generatedDate));
    response.end('ok');
  });
});
server.listen({ port: 0, host: '127.0.0.1', backlog }, () => {
  const address = server.address();
  process.send?.({ port: address !== null && typeof address === 'object' ? address.port : 0 });
});
process.on('message', () => {
  process.send?.(latencies);
  latencies = [];
});
process.on('disconnect', () => process.exit(0));
