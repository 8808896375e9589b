import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { createService, type Service } from '#service/index.ts';
import { serviceOptions } from './service-options.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { storeOptions } from './test-store.ts';

/** The whole service on a virtual clock, with companies that are linked through the link page. */
export interface SteeredService {
  readonly control: Service['control'];
  call(method: string, path: string, body?: unknown): Promise<Response>;
  /** @throws Error with the answer, unless it succeeded */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at answers of every shape
  api(method: string, path: string, body?: unknown): Promise<any>;
  /** Its company, and the connection. */
  link(platformKey?: string): Promise<Linked>;
  /** With a token set that the simulated platform issues. */
  authorize(linked: Linked, behaviour?: string): Promise<void>;
  advance(by: string): Promise<void>;
  /** What a kill at this moment would leave, started again. */
  killed(): Promise<SteeredService>;
}

export interface Linked {
  readonly companyId: string;
  readonly connectionId: string;
  readonly path: string;
}

export const startSteeredService = (): Promise<SteeredService> => start(temporaryFolder(), randomBytes(32));

const start = async (folder: string, key: Buffer<ArrayBuffer>): Promise<SteeredService> => {
  const service = await createService({ ...serviceOptions(folder, key), ...(await storeOptions(folder)) });
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
  const steered: SteeredService = {
    control: service.control,
    call,
    async api(method, path, body) {
      const response = await call(method, path, body);
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    async link(platformKey = 'gbol') {
      const { id: companyId } = await steered.api('POST', '/companies', { name: 'Acme' });
      const made = await steered.api('POST', `/companies/${companyId}/connections`, { platformKey });
      const { pathname } = new URL(made.linkUrl);
      const linked = await fetch(`${apiUrl}${pathname}/complete`, { method: 'POST', redirect: 'manual' });
      if (linked.status >= 400) throw new Error(await linked.text());
      return {
        companyId,
        connectionId: made.id,
        path: `/companies/${companyId}/connections/${made.id}`,
      };
    },
    async authorize({ path }, behaviour = 'good') {
      const { integrationKey: platformKey } = await steered.api('GET', path);
      const [set] = await service.control.sandbox.issueTokens({
        platformKey,
        behaviour: behaviour as 'good',
      });
      await steered.api('PUT', `${path}/authorization`, set?.credentials);
    },
    async advance(by) {
      await service.control.clock.advance({ by });
    },
    async killed() {
      const copy = temporaryFolder();
      cpSync(folder, copy, { recursive: true });
      return start(copy, key);
    },
  };
  return steered;
};
