import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { systemTime } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { urlOf } from '#base/url-of.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { createDeskServer } from './api/server.ts';

export interface DeskOptions {
  readonly control: ServiceControl;
  /** 0: a free one. */
  readonly port: number;
  readonly bind: string;
  readonly allowHosts: readonly string[];
  /** Made at random if left out. */
  readonly token?: string;
  readonly log: Log;
}

export interface Desk {
  /** @throws the listen error of the system, such as EADDRINUSE */
  start(): Promise<{ deskUrl: string; deskToken: string }>;
  /** Requests that are not answered after `drainMs` are cut off. */
  stop(drainMs: number): Promise<void>;
}

/** The migration desk. For now: the management surface of the local service, over HTTP. */
export const createDesk = async (options: DeskOptions): Promise<Desk> => {
  const token = options.token ?? randomBytes(24).toString('base64url');
  const app = await createDeskServer({ ...options, token });
  return {
    async start() {
      await app.listen({ port: options.port, host: options.bind });
      const { port } = app.server.address() as AddressInfo;
      return { deskUrl: urlOf(options.bind, port), deskToken: token };
    },
    async stop(drainMs) {
      const cancel = systemTime.after(drainMs, () => app.server.closeAllConnections());
      await app.close();
      cancel();
    },
  };
};
