import { onTestFinished } from 'vitest';
import { silentLog } from '#base/log.ts';
import { type Host, type HostOptions, startHost } from '#host/index.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { hostEnvironment } from './test-store.ts';

export const hostOptions = (other: Partial<HostOptions> = {}): HostOptions => ({
  dataDir: temporaryFolder(),
  apiPort: 0,
  deskPort: 0,
  bind: '127.0.0.1',
  allowHosts: [],
  log: silentLog(),
  ...(process.env.RENDERER_DIR ? { rendererDir: process.env.RENDERER_DIR } : {}),
  ...other,
});

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
  readonly body: any;
}
export type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** The desk's port of the hosts that this process starts one after another: see `emptied` in `ui.ts`. */
let usualPort = 0;
let isInUse = false;

/** At the usual port, unless another host is there, or another program by now. */
const startAtUsualPort = async (options: HostOptions): Promise<Host> => {
  if (isInUse || options.deskPort !== 0) return startHost(options);
  isInUse = true;
  try {
    const host = await startHost({ ...options, deskPort: usualPort }).catch((error) => {
      if (error.cause?.code !== 'EADDRINUSE') throw error;
      return startHost(options);
    });
    usualPort = Number(new URL(host.ready.deskUrl).port);
    const stop: Host['stop'] = (...given) =>
      host.stop(...given).finally(() => {
        isInUse = false;
      });
    return { ...host, stop };
  } catch (error) {
    isInUse = false;
    throw error;
  }
};

/** The whole host in this process, on free ports, with a client for each of its APIs; stopped when the test ends. */
export const testHost = async (
  other: Partial<HostOptions> = {},
): Promise<Host & { api: Call; desk: Call }> => {
  const options = hostOptions(other);
  const { CARRYOVER_STORE: store } = await hostEnvironment(options.dataDir);
  const host = await startAtUsualPort({ ...(store === undefined ? {} : { store }), ...options });
  onTestFinished(() => host.stop(0));
  const { apiUrl, apiKey, deskUrl, deskToken } = host.ready;
  return {
    ...host,
    api: caller(apiUrl, `Basic ${Buffer.from(apiKey).toString('base64')}`),
    desk: caller(deskUrl, `Bearer ${deskToken}`),
  };
};

const caller =
  (baseUrl: string, authorization: string): Call =>
  async (method, path, body) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
