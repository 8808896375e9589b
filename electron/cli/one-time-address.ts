import type { HostRecord } from '#contract/desk.ts';
import type { Ticket } from '#contract/session.ts';
import { createHostClient } from './host-peer.ts';

/**
 * An address that lets one browser into the desk, once.
 * @throws CommandError if the host doesn't answer
 */
export const oneTimeAddress = (host: HostRecord): Promise<Ticket> =>
  createHostClient(host).post<Ticket>('/api/session/tickets');
