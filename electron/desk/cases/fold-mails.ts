import type { CaseAction } from '#contract/case.ts';
import type { CaseState, Changes } from './state.ts';

type Kind = Extract<CaseAction['kind'], `mail.${string}`>;

/** What entries about mails change. */
export const foldMails: Changes<Kind> = {
  'mail.templateChanged': ({ mailTemplates }, { mail, language, template }) => {
    const templates = new Map(mailTemplates);
    if (template === null) templates.delete(mailTemplateKey(mail, language));
    else templates.set(mailTemplateKey(mail, language), template);
    return { mailTemplates: templates };
  },
  'mail.written': ({ mails }, content, { at, actor }) => ({ mails: [...mails, { ...content, at, actor }] }),
  'mail.sent': ({ mails }, { id, by, note }, { at, actor }) => ({
    mails: mails.map((mail): CaseState['mails'][number] =>
      mail.id === id
        ? { ...mail, sent: { by, at, recorded: actor, ...(note === undefined ? {} : { note }) } }
        : mail,
    ),
  }),
};

/** What a case's own template of a mail is kept by. */
export const mailTemplateKey = (mail: string, language: string): string => `${language} ${mail}`;
