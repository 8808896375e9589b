import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port of the loopback at which nothing listens, and nothing else of the tests will: it is below those that systems
 * give to who asks for any (from 32768 on Linux, 49152 on macOS and Windows), so nobody gets it by chance meanwhile.
 */
export const unusedPort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
};
