import { hash } from 'node:crypto';
import { systemTime } from '#base/clock.ts';
import { composeMessage } from '#base/compose-mail.ts';

interface Draft {
  readonly to: readonly { readonly name: string; readonly address: string }[];
  readonly subject: string;
  readonly text: string;
  /** Of what the mail is about: the same mail has the same id. */
  readonly digest: string;
}

/**
 * A mail that a mail client opens as a draft (RFC 5322, with `X-Unsent` as Outlook reads it): without a sender, which
 * the client adds. Plain text only, so that nothing in it can act.
 */
export const composeDraft = async ({ to, subject, text, digest }: Draft): Promise<Buffer> => {
  const id = hash('sha256', `${digest}\n${subject}\n${text}`).slice(0, 32);
  return composeMessage({
    to: to.map(({ name, address }) => ({ name: oneLine(name), address: oneLine(address) })),
    subject: oneLine(subject),
    date: new Date(systemTime.now()),
    messageId: `<${id}@carryover.invalid>`,
    headers: { 'X-Unsent': '1' },
    text,
    textEncoding: 'quoted-printable',
  });
};

/** Without control characters, or such as turn the direction of writing. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
