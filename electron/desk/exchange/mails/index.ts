import { hash } from 'node:crypto';
import { recipientFingerprint } from '#base/age/recipient.ts';
import { inert } from '#base/markdown.ts';
import { CatalogueError } from '#contract/errors.ts';
import { nearestLanguage } from '#contract/languages.ts';
import {
  type MailDraft,
  type MailKind,
  type MailRequest,
  type MailTemplate,
  mailKinds,
} from '#contract/mail.ts';
import { groupedFingerprint } from '#contract/signature-states.ts';
import { addressedContacts } from '#desk/cases/addressed-contacts.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { mailTemplateKey } from '#desk/cases/fold-mails.ts';
import { readResults } from '#desk/cases/run-results.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { translatorOf } from '#desk/reports/language/translate.ts';
import { visible } from '#desk/reports/visible.ts';
import type { Runbooks } from '#desk/tokens/managed/runbooks.ts';
import { reconcile } from '#desk/tokens/reconciliation/reconcile.ts';
import { composeMail } from './compose.ts';
import { filled, unfilledIn, type Values } from './fill.ts';
import type { AttachedFile, Mails, MakeAttachment, WrittenMail } from './mails.ts';
import { tokenIn } from './secrets.ts';
import { type Templates, titleOf, type Words } from './templates.ts';
import { type MailFacts, type Say, valuesOf } from './values.ts';

export interface MailModules {
  readonly cases: Pick<Cases, 'state' | 'act' | 'attachment' | 'holdsSecret'>;
  readonly runbooks: Pick<Runbooks, 'show'>;
  readonly templates: Templates;
  readonly attachments: MakeAttachment;
  /** Where files are sealed to. */
  readonly sealing: () => string;
  newId(): string;
}

interface Filled {
  readonly draft: MailDraft;
  /** Fills in what a person wrote. */
  readonly fillIn: (edited: Partial<MailTemplate>) => Partial<MailTemplate>;
  /** All that is filled in: none of it is a secret. */
  readonly known: string;
}

/** Mails: a template filled in with what a case has on record, and put on record as it was written. */
export const createMails = (modules: MailModules): Mails => {
  const { cases, runbooks, templates, attachments, sealing, newId } = modules;

  const factsOf = async (caseId: string, sender: string | undefined): Promise<MailFacts> => {
    const state = await cases.state(caseId);
    const to = sealing();
    return {
      state,
      sender,
      runbook: await runbooks.show(caseId),
      accounts: reconcile(state, await readResults(cases, state)),
      recipients: addressedContacts(state).map(({ name }) => name),
      sealing: `${to}\n    (SHA-256 ${groupedFingerprint(recipientFingerprint(to))})`,
    };
  };

  const templateOf = (state: CaseState, kind: MailKind, language: string) => {
    const common = templates.template(language, kind);
    const own = state.mailTemplates.get(mailTemplateKey(kind, language));
    return own === undefined ? common : { ...common, ...own, from: 'case' as const };
  };

  /** What fills in mails of a language: words and values are the same for all of them. */
  const fillerOf = (facts: MailFacts, language: string, say: Say = plain) => {
    const words = templates.words(language);
    // A subject is never Markdown.
    const translate = translatorOf(nearestLanguage(language)).say;
    const subject = valuesOf(facts, words, plain, translate);
    const values = { subject, text: say === plain ? subject : valuesOf(facts, words, say, translate) };
    return { words, fill: (kind: MailKind) => filledMail(facts, kind, language, words, values) };
  };

  const filledMail = (
    facts: MailFacts,
    kind: MailKind,
    language: string,
    words: Words,
    values: Readonly<Record<'subject' | 'text', Values>>,
  ): Filled => {
    const { attach, from, subject, text } = templateOf(facts.state, kind, language);
    const mail = {
      subject: filled(subject, values.subject),
      text: filled(`${text}\n\n-- \n${words.footer}`, values.text),
    };
    const draft: MailDraft = {
      kind,
      language,
      to: addressedContacts(facts.state),
      ...mail,
      unfilled: unfilledIn(mail).map((field) => ({ field, label: words.fields[field] ?? field })),
      attachments: attach.map((name) => ({ name, label: words.attachments[name] ?? name })),
      template: { subject, text, from },
    };
    return {
      draft,
      fillIn: (edited) => ({
        ...(edited.subject && { subject: filled(edited.subject, values.subject) }),
        ...(edited.text && { text: filled(edited.text, values.text) }),
      }),
      known: [mail.subject, mail.text, ...Object.values(values.text)].join('\n'),
    };
  };

  const languageOf = ({ mails }: CaseState, wanted: string | undefined): string =>
    wanted ?? mails.at(-1)?.language ?? 'en';

  const attached = async (
    caseId: string,
    kind: MailKind,
    language: string,
    names: MailRequest['attachments'] = [],
  ) => {
    const files: (AttachedFile & { name: (typeof names)[number] })[] = [];
    for (const name of names) {
      const made = await attachments[name](caseId, kind, language).catch((error: unknown) => {
        if (!(error instanceof CatalogueError)) throw error;
        throw new CatalogueError('mail.attachment', { name, problem: error.message });
      });
      files.push({ ...made, name });
    }
    return files;
  };

  return {
    async list(caseId, wanted) {
      const facts = await factsOf(caseId, undefined);
      const language = languageOf(facts.state, wanted);
      const { words, fill } = fillerOf(facts, language);
      return {
        languages: templates.languages(),
        kinds: mailKinds.map((kind) => ({
          kind,
          title: titleOf(words, kind),
          unfilled: namedIn(fill(kind).draft),
        })),
        written: [...facts.state.mails],
      };
    },
    async draft(caseId, kind, { language, sender } = {}) {
      const facts = await factsOf(caseId, sender);
      return fillerOf(facts, languageOf(facts.state, language)).fill(kind).draft;
    },
    async write(caseId, kind, request, actor) {
      const facts = await factsOf(caseId, request.sender);
      const language = languageOf(facts.state, request.language);
      const filler = fillerOf(facts, language, request.form === 'md' ? inert : plain);
      const { draft, fillIn, known } = filler.fill(kind);
      const { subject, text, to } = { ...draft, ...(request.to && { to: request.to }), ...fillIn(request) };
      const mail = { subject, text, to };
      refuseUnfilled(mail, filler.words);
      if (mail.to.length === 0) throw new CatalogueError('mail.noRecipient', {});
      await refuseSecrets(cases, caseId, mail, known);
      const files = await attached(
        caseId,
        kind,
        language,
        request.attachments ?? draft.attachments.map(({ name }) => name),
      );
      const id = newId();
      const written = await composeMail(id, request.form, mail, files);
      await cases.act(caseId, actor, {
        kind: 'mail.written',
        content: {
          id,
          mail: kind,
          language,
          form: request.form,
          ...mail,
          digest: hash('sha256', written.content),
          attachments: files.map(({ name, file, content }) => ({
            name,
            file,
            digest: hash('sha256', content),
          })),
        },
      });
      const file = `${kind}-${language}-${id.slice(0, 8)}.${request.form}`;
      return { id, file, ...written } satisfies WrittenMail;
    },
    async sent(caseId, id, sent, actor) {
      await cases.act(caseId, actor, ({ mails }) => {
        if (!mails.some((mail) => mail.id === id)) throw new CatalogueError('mail.notWritten', { id });
        return [{ kind: 'mail.sent', content: { id, ...sent } }];
      });
    },
    async changeTemplate(caseId, kind, { language, template }, actor) {
      templates.template(language, kind);
      await cases.act(caseId, actor, {
        kind: 'mail.templateChanged',
        content: { mail: kind, language, template },
      });
    },
  };
};

/** Who writes is said when a mail is written. */
const namedIn = ({ unfilled }: MailDraft): string[] =>
  unfilled.flatMap(({ field, label }) => (field === 'sender' ? [] : [label]));

/** In a mail of plain text nothing acts; signs that hide are shown. */
const plain: Say = (text) => visible(text).replace(/\s+/g, ' ').trim();

const refuseUnfilled = (mail: MailTemplate, { fields }: Words): void => {
  const unfilled = unfilledIn(mail).map((field) => `{{${field}}} (${fields[field] ?? 'no such field'})`);
  if (unfilled.length > 0) throw new CatalogueError('mail.unfilled', { fields: unfilled.join(', ') });
};

const refuseSecrets = async (
  cases: MailModules['cases'],
  caseId: string,
  mail: MailTemplate,
  known: string,
): Promise<void> => {
  for (const where of ['subject', 'text'] as const) {
    if (await cases.holdsSecret(caseId, Buffer.from(mail[where]))) {
      throw new CatalogueError('mail.secret', { where: `its ${where}`, what: 'one that the case keeps' });
    }
    const what = tokenIn(mail[where], known);
    if (what !== undefined) throw new CatalogueError('mail.secret', { where: `its ${where}`, what });
  }
};

export { createTemplates } from './templates.ts';
