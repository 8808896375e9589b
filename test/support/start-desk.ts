import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { systemTime } from '#base/clock.ts';
import { newHelloSecret } from '#base/hello/proof.ts';
import type { ArrivalLimits } from '#base/http/arrivals.ts';
import { silentLog } from '#base/log.ts';
import { createDesk, type OidcSettings } from '#desk/index.ts';
import { fakeControl } from './fake-control.ts';
import { fakeReceiver } from './fake-receiver.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { placeOf, storeKind } from './test-store.ts';

/** A desk on a free port, over a control whose answers are fixed; stopped when the test ends. */
export const startDesk = async (
  options: {
    allowHosts?: string[];
    rendererDir?: string;
    arrival?: ArrivalLimits;
    oidc?: OidcSettings;
    /** Left out, nothing listens there. */
    localApiUrl?: string;
    time?: Pick<typeof systemTime, 'now' | 'after' | 'every'>;
  } = {},
) => {
  const fake = fakeControl();
  const dataDir = temporaryFolder();
  const desk = await createDesk({
    dataDir,
    dataKey: randomBytes(32),
    control: fake.control,
    instances: { create: () => Promise.reject(new Error('There is nothing to rehearse on.')) },
    receiver: fakeReceiver(),
    localApiUrl: options.localApiUrl ?? 'http://127.0.0.1:9',
    helloSecret: newHelloSecret(),
    port: 0,
    bind: '127.0.0.1',
    allowHosts: options.allowHosts ?? [],
    rendererDir: options.rendererDir ?? temporaryFolder(),
    ...(options.arrival === undefined ? {} : { arrival: options.arrival }),
    ...(options.oidc === undefined ? {} : { oidc: options.oidc }),
    ...(options.time === undefined ? {} : { time: options.time }),
    ...(storeKind === 'postgres' ? { deskServer: await placeOf(dataDir) } : {}),
    log: silentLog(),
  });
  onTestFinished(() => desk.stop(0));
  const { deskUrl, deskToken } = await desk.start();
  const authorization = `Bearer ${deskToken}`;
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(deskUrl + path, {
      method,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
  return { ...fake, desk, dataDir, deskUrl, authorization, call };
};
