import type { IncomingMessage, ServerResponse } from 'node:http';
import { systemTime } from '#base/clock.ts';
import type { Readiness } from '#contract/figures.ts';
import type { ServiceControl } from '#contract/service-control.ts';

/** Whether the public API takes requests, for who shares them out: `GET /ready`, and `GET /live` while it listens. */

const readyPath = '/ready';
const livePath = '/live';

/** As on the desk's port: who watches asks again soon, ms. */
const patienceMs = 2000;

export interface ApiReadiness {
  /** Answers what is asked there, and tells whether it did. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** From now on it is not ready. */
  stopping(): void;
}

export const createApiReadiness = (control: () => Pick<ServiceControl, 'health'>): ApiReadiness => {
  let isStopping = false;

  const readiness = async (): Promise<Readiness> => {
    if (isStopping) return notReady('stopping', 'This process is shutting down.');
    const late = Promise.withResolvers<undefined>();
    const cancel = systemTime.after(patienceMs, () => late.resolve(undefined));
    const known = control()
      .health()
      .catch(() => undefined);
    const health = await Promise.race([known, late.promise]);
    cancel();
    if (health?.store === 'ok') return { ready: true, reasons: [] };
    return notReady('store', 'The store takes no writes, or did not respond in time. See the log.');
  };

  return {
    answer({ method, url }, response) {
      if (method !== 'GET' && method !== 'HEAD') return false;
      if (url === livePath) send(response, 200, { alive: true });
      else if (url === readyPath)
        void readiness().then((found) => send(response, found.ready ? 200 : 503, found));
      else return false;
      return true;
    },
    stopping() {
      isStopping = true;
    },
  };
};

const notReady = (what: Readiness['reasons'][number]['what'], text: string): Readiness => ({
  ready: false,
  reasons: [{ what, text }],
});

/** Nothing of it belongs in a cache; HEAD has no body, which the server sees to. */
const send = (response: ServerResponse, status: number, body: unknown): void => {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
};
