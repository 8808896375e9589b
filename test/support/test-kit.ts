import { onTestFinished } from 'vitest';
import { silentLog } from '#base/log.ts';
import { receivedHeader } from '#contract/control.ts';
import { type Kit, type KitOptions, onLoopback, openKit } from '#kit/index.ts';

/** The service with its control API, as it ships, on free ports, always with the same ids. */
export const kitOptions: KitOptions = {
  clock: 'virtual',
  seed: 1,
  ...onLoopback,
  allowPrivate: false,
  log: silentLog(),
};

export interface TestKit {
  readonly kit: Kit;
  /** Calls the control API over a real socket. @throws Error with the response, unless it succeeded */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at responses of every shape
  control(method: string, path: string, body?: unknown): Promise<any>;
  /** The same, for responses that are looked at whole. */
  call(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response>;
  /** How many requests consumers had received by the last response. */
  received(): number;
}

export const startTestKit = async (options: Partial<KitOptions> = {}): Promise<TestKit> => {
  const kit = await openKit({ ...kitOptions, ...options });
  onTestFinished(() => kit.stop(0));
  let received = 0;
  const call = async (method: string, path: string, body?: unknown, signal?: AbortSignal) => {
    const response = await fetch(kit.controlUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${kit.controlToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    received = Number(response.headers.get(receivedHeader));
    return response;
  };
  return {
    kit,
    call,
    received: () => received,
    async control(method, path, body) {
      const response = await call(method, path, body);
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
  };
};
