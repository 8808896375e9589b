import { hash } from 'node:crypto';
import { type AuditDetail, type AuditEvent, auditTestKind } from '#contract/audit.ts';
import type { NotifiedEntry } from '#contract/notification.ts';
import { visible } from '#desk/reports/visible.ts';

/** What people are notified of as messages of Standard Webhooks. Source: `docs/reference/rules/audit.md#notifications`. */

export interface NotifiedMessage {
  readonly id: string;
  readonly body: string;
}

/** What an entry tells people; undefined where it is nothing, or nobody may see it. */
export type NotifiedBy = (caseId: string, seq: number) => Promise<NotifiedEntry | undefined>;

/** The message of an event; undefined for most. The same event has the same id, whoever reads it again. */
export const messageOf = async (
  event: AuditEvent,
  { streamId, detail, notifiedBy }: { streamId: string; detail: AuditDetail; notifiedBy: NotifiedBy },
): Promise<NotifiedMessage | undefined> => {
  const id = `notification_${hash('sha256', `${streamId}\n${event.id}`).slice(0, 32)}`;
  const timestamp = event.at;
  if (event.kind === auditTestKind)
    return { id, body: JSON.stringify({ type: 'notification.test', timestamp, data: {} }) };
  if (event.case === undefined || event.chain !== event.case.id) return undefined;
  if (event.problem !== undefined || event.erased) return undefined;
  const told = await notifiedBy(event.case.id, event.seq);
  if (told === undefined) return undefined;
  const { kind, text, ...rest } = told;
  const words = text === undefined || detail === 'facts' ? {} : { text: visible(text) };
  const data = { event: event.id, ...rest, ...words };
  return { id, body: JSON.stringify({ type: `notification.${kind}`, timestamp, data }) };
};
