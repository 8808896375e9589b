import { Pool } from 'undici';
import { ControlError } from '#testing/control-error.ts';
import type { ServiceAddress } from '#testing/types.ts';

/** Of the requests that a scenario makes, so that they are not taken for those of an application. */
export const scenarioAgent = 'carryover-scenario';

export interface PublicApi {
  // biome-ignore lint/suspicious/noExplicitAny: each caller names the shape of its route
  call<T = any>(method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown): Promise<T>;
  close(): Promise<void>;
}

/** Calls of the public API as an application makes them, past what a test intercepts of `fetch`. */
export const createPublicApi = ({ apiUrl, apiKey }: Pick<ServiceAddress, 'apiUrl' | 'apiKey'>): PublicApi => {
  const { origin, pathname } = new URL(apiUrl);
  const base = pathname.replace(/\/$/, '');
  const pool = new Pool(origin, { connections: 4 });
  const authorization = `Basic ${Buffer.from(apiKey).toString('base64')}`;
  return {
    async call(method, path, body) {
      const response = await pool.request({
        method,
        path: base + path,
        headers: {
          authorization,
          'user-agent': scenarioAgent,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.body.text();
      if (response.statusCode >= 400) throw refusal(`${method} ${path}`, response.statusCode, text);
      return text === '' ? undefined : JSON.parse(text);
    },
    close: () => pool.destroy(),
  };
};

const refusal = (call: string, statusCode: number, text: string): ControlError => {
  let reason = text.slice(0, 500);
  try {
    reason = (JSON.parse(text) as { error: string }).error;
  } catch {
    // A fault may answer anything.
  }
  return new ControlError(`${call} answered ${statusCode}: ${reason}`, statusCode);
};
