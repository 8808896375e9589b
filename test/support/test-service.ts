import { onTestFinished } from 'vitest';
import { createService, type Service, type ServiceOptions } from '#service/index.ts';
import { serviceOptions } from './service-options.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { storeOptions } from './test-store.ts';

export interface TestService {
  readonly control: Service['control'];
  readonly apiUrl: string;
  readonly apiKey: string;
  /** Calls the public API over a real socket. @throws Error with the answer, unless it succeeded */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at answers of every shape
  api(method: string, path: string, body?: unknown): Promise<any>;
  /** The same, for answers that are looked at whole. */
  call(method: string, path: string, body?: unknown): Promise<Response>;
}

/** The whole service, put together as it ships, on a free port and a virtual clock. */
export const startTestService = async (options: Partial<ServiceOptions> = {}): Promise<TestService> => {
  const folder = temporaryFolder();
  const service = await createService({
    ...serviceOptions(folder),
    ...(await storeOptions(folder)),
    ...options,
  });
  const { apiUrl, apiKey } = await service.start();
  onTestFinished(() => service.stop(0));
  const call = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(apiUrl + path, {
      method,
      headers: {
        authorization: `Basic ${btoa(apiKey)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    control: service.control,
    apiUrl,
    apiKey,
    call,
    async api(method, path, body) {
      const response = await call(method, path, body);
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
  };
};
