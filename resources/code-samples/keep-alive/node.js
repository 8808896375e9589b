// Keeps connections open for longer than the load balancer in front (often 60 s): who closes first loses a request.
import { createServer } from 'node:http';

export function serve(app, port) {
  const server = createServer(app);
  server.keepAliveTimeout = 65_000;
  server.headersTimeout = 66_000;
  return server.listen(port);
}
