import { composeMessage } from '#base/compose-mail.ts';
import type { AlertPayload } from '#contract/legacy.ts';
import { carriedHeaders } from '#contract/webhook.ts';

/** `.invalid` never resolves (RFC 2606), so that an answer can't go astray. */
const sender = { name: 'Carryover outbox', address: 'alerts@carryover.invalid' };

export interface Mail {
  readonly to: readonly string[];
  readonly payload: AlertPayload;
  /** ms UTC */
  readonly createdAt: number;
}

/**
 * An alert as a mail (RFC 5322), the same bytes each time. Plain text only, so that nothing in it can act; line breaks
 * in what others named are removed, so that nothing in it can pass for another line.
 */
export const composeMail = async ({ to, payload, createdAt }: Mail): Promise<Buffer> =>
  composeMessage({
    from: sender,
    to: to.map((address) => ({ name: '', address: inert(address) })),
    subject: inert(`${payload.RuleType} (${payload.ClientName})`),
    messageId: `<${payload.AlertId}@carryover.invalid>`,
    date: new Date(createdAt),
    headers: { [carriedHeaders.clientId]: payload.ClientId, 'Auto-Submitted': 'auto-generated' },
    text: bodyOf(payload),
  });

const bodyOf = (payload: AlertPayload): string => {
  const { Message, Data, ...rest } = payload;
  const fields = Object.entries({ ...rest, ...Data }).map(([name, value]) => `${name}: ${wordsOf(value)}`);
  return `${inert(Message)}\n\n${fields.join('\n')}\n`;
};

const wordsOf = (value: unknown): string => inert(typeof value === 'string' ? value : JSON.stringify(value));

/** One line without control characters or such as turn the direction of writing. */
const inert = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ');
