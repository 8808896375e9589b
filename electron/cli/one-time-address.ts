import type { HostRecord } from '#contract/desk.ts';
import type { Ticket } from '#contract/session.ts';
import { createHttpClient } from './http-client.ts';

/**
 * An address that lets one browser into the desk, once.
 * @throws CommandError if the host doesn't answer
 */
export const oneTimeAddress = ({
  deskUrl,
  deskToken,
}: Pick<HostRecord, 'deskUrl' | 'deskToken'>): Promise<Ticket> =>
  createHttpClient(deskUrl, `Bearer ${deskToken}`).post<Ticket>('/api/session/tickets');
