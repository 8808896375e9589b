import type { ServerResponse } from 'node:http';

/** The answers that stay open for as long as somebody needs the host. */
export const createHolds = () => {
  const open = new Set<ServerResponse>();
  const waiting: (() => void)[] = [];
  let over = false;
  const settle = (): void => {
    if (open.size > 0 || waiting.length === 0) return;
    over = true;
    for (const resolve of waiting.splice(0)) resolve();
  };
  return {
    areOver: () => over,
    add(response: ServerResponse): void {
      open.add(response);
      response.once('close', () => {
        open.delete(response);
        settle();
      });
      response.writeHead(200).flushHeaders();
    },
    released: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        settle();
      }),
    close(): void {
      for (const response of open) response.destroy();
    },
  };
};
