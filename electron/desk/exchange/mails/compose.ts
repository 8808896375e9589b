import { composeDraft, headerText } from '#base/compose-mail.ts';
import { inert } from '#base/markdown.ts';
import type { MailDraft, MailForm } from '#contract/mail.ts';
import type { AttachedFile } from './mails.ts';

type Mail = Pick<MailDraft, 'to' | 'subject' | 'text'>;

/**
 * A mail as a file: for a mail client, which opens it as a draft without a sender and with its files, or as Markdown to
 * paste, in which the files are named only.
 */
export const composeMail = async (
  id: string,
  form: MailForm,
  mail: Mail,
  files: readonly AttachedFile[],
): Promise<Pick<AttachedFile, 'mediaType' | 'content'>> =>
  form === 'eml'
    ? { mediaType: 'message/rfc822', content: await composeDraft({ id, ...mail, files }) }
    : { mediaType: 'text/markdown; charset=utf-8', content: Buffer.from(asMarkdown(mail, files)) };

const asMarkdown = ({ to, subject, text }: Mail, files: readonly AttachedFile[]): string =>
  `${[
    `**${inert(headerText(subject))}**`,
    `*${to.map(({ name, email }) => `${inert(headerText(name))} ${inert(email)}`).join(', ')}*`,
    text,
    ...(files.length === 0 ? [] : [files.map(({ file }) => `- ${inert(file)}`).join('\n')]),
  ].join('\n\n')}\n`;
