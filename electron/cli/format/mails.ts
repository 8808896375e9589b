import { colors } from '#cli/colors.ts';
import { columns } from '#cli/output.ts';
import { formatInstant, formatList } from '#contract/format.ts';
import type { MailList } from '#contract/mail.ts';

/** Which mails there are and what each lacks, then those that were written. */
export const formatMails = ({ kinds, written, languages }: MailList): string =>
  [
    columns([
      ['MAIL', 'ABOUT', 'NOT KNOWN YET'],
      ...kinds.map(({ kind, title, unfilled }) => [
        kind,
        title,
        unfilled.length === 0 ? colors.green('nothing') : formatList(unfilled),
      ]),
    ]),
    written.length === 0
      ? 'No mail written yet.'
      : columns([
          ['WRITTEN', 'MAIL', 'TO', 'SENT', 'ID'],
          ...written.map(({ at, mail, language, to, sent, id }) => [
            formatInstant(at),
            `${mail} (${language})`,
            formatList(to.map(({ name }) => name)),
            sent === undefined ? 'not recorded' : `${formatInstant(sent.at)} by ${sent.by}`,
            id,
          ]),
        ]),
    `Languages: ${languages.map(({ language, name }) => `${language} (${name})`).join(', ')}.`,
  ].join('\n\n');
