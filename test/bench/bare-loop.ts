import { Pool } from 'undici';

export interface BareRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: readonly string[];
  readonly body?: string;
}

/**
 * The yardstick: the least that undici can do. Requests by `dispatch`, its fastest way in, over so many connections,
 * with the next one started as soon as one ends, and answers thrown away.
 * @returns requests a second
 */
export const bareLoop = async (
  origin: string,
  request: BareRequest,
  count: number,
  connections: number,
): Promise<number> => {
  const pool = new Pool(origin, { connections, allowH2: false });
  const body = request.body === undefined ? null : Buffer.from(request.body);
  const startedAt = performance.now();
  await new Promise<void>((resolve, reject) => {
    let started = 0;
    let ended = 0;
    const next = (): void => {
      if (started++ >= count) return;
      pool.dispatch(
        {
          path: request.path,
          method: request.method,
          headers: request.headers as string[],
          body,
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        {
          onRequestStart() {},
          onResponseStart(_, statusCode) {
            if (statusCode >= 400 && statusCode !== 500) reject(new Error(`Answered ${statusCode}`));
          },
          onResponseData() {},
          onResponseEnd() {
            if (++ended === count) resolve();
            else next();
          },
          onResponseError: (_, error) => reject(error),
        },
      );
    };
    for (let i = 0; i < connections; i++) next();
  });
  const perSecond = (count / (performance.now() - startedAt)) * 1000;
  await pool.close();
  return perSecond;
};
