import type MailComposer from 'nodemailer/lib/mail-composer';
import { systemTime } from './clock.ts';

type Mail = ConstructorParameters<typeof MailComposer>[0];

/**
 * A mail as the bytes of RFC 5322. It reads no file and no address that it names. What composes it is loaded with the
 * first one, as no start needs it.
 */
export const composeMessage = async (mail: Mail): Promise<Buffer> => {
  const { default: Composer } = await import('nodemailer/lib/mail-composer');
  return new Composer({ ...mail, newline: 'win', disableFileAccess: true, disableUrlAccess: true })
    .compile()
    .build();
};

export interface DraftMail {
  /** Of the message: one mail has one id. Letters, digits, dashes. */
  readonly id: string;
  readonly to: readonly { readonly name: string; readonly email: string }[];
  readonly subject: string;
  readonly text: string;
  readonly files?: readonly {
    readonly file: string;
    readonly mediaType: string;
    readonly content: Buffer;
  }[];
}

/**
 * A mail that a mail client opens as a draft (RFC 5322, with `X-Unsent` as Outlook reads it): without a sender, which the
 * client adds. Plain text only, so that nothing in it can act.
 */
export const composeDraft = ({ id, to, subject, text, files = [] }: DraftMail): Promise<Buffer> =>
  composeMessage({
    to: to.map(({ name, email }) => ({ name: headerText(name), address: headerText(email) })),
    subject: headerText(subject),
    date: new Date(systemTime.now()),
    messageId: `<${id}@carryover.invalid>`,
    headers: { 'X-Unsent': '1' },
    text,
    textEncoding: 'quoted-printable',
    attachments: files.map(({ file, mediaType, content }) => ({
      filename: file,
      contentType: mediaType,
      content,
    })),
  });

/** Without control characters, or such as turn the direction of writing. */
export const headerText = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
