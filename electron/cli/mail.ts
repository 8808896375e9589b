import { resolve } from 'node:path';
import { Argument, Command, Option } from 'commander';
import { parse as parseDisposition } from 'content-disposition';
import {
  type MailDraft,
  type MailForm,
  type MailKind,
  type MailList,
  type MailTemplate,
  mailForms,
  mailIdHeader,
  mailKinds,
} from '#contract/mail.ts';
import { CommandError } from './command-error.ts';
import { casePath } from './find-case.ts';
import { formatMails } from './format/mails.ts';
import { refuseExisting, writeNewFile } from './new-file.ts';
import { commandOnCase, onCase } from './on-case.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { print, printDocument, printJson, remark } from './output.ts';
import { queryOf } from './query.ts';
import { read } from './secret-input.ts';

interface Options extends CommonOptions {
  readonly language?: string;
  readonly sender?: string;
}

interface WriteOptions extends Options {
  readonly form: MailForm;
  readonly out?: string;
  readonly text?: string;
}

/** `carryover mail`: mails to the other party, from what a case has on record. Carryover sends none. */
export const mailCommand = (): Command => {
  const mail = new Command('mail').description('Write mails to the integrator from templates');
  for (const command of [listCommand(), showCommand(), writeCommand(), sentCommand(), templateCommand()]) {
    mail.addCommand(command);
  }
  return withExamples(
    mail,
    ['mail list acme', 'Which mails there are, what each lacks, what was written.'],
    ['mail write acme schedule --language de', 'A draft for a mail client, with the calendar entry.'],
    ['mail template acme intake --edit intake.txt', 'Another text for this case.'],
  );
};

const language = new Option('--language <language>', 'language of the recipient (default: the last, or en)');
const aboutMail = (name: string, description: string): Command =>
  commandOnCase(name, description)
    .addArgument(new Argument('<mail>', 'which mail').choices(mailKinds))
    .addOption(language);

const listCommand = (): Command =>
  withJson(
    withData(
      commandOnCase('list', 'List the mails of a case')
        .addOption(language)
        .action(
          onCase(async ({ desk, found }, options: Options) => {
            const query = queryOf({ language: options.language });
            const list = await desk.get<MailList>(casePath(found, `/mails?${query}`));
            if (options.json) return printJson(list);
            print(formatMails(list));
          }),
        ),
    ),
  );

const showCommand = (): Command =>
  withExamples(
    withJson(
      withData(
        aboutMail('show', 'Show a mail as it would be written now')
          .option('--sender <name>', 'your name (default: the owner of the case)')
          .action(
            onCase(async ({ desk, found }, kind: MailKind, options: Options) => {
              const query = queryOf({ language: options.language, sender: options.sender });
              const draft = await desk.get<MailDraft>(casePath(found, `/mails/${kind}?${query}`));
              if (options.json) return printJson(draft);
              printDocument(asText(draft));
              for (const { field, label } of draft.unfilled)
                remark(`Not known yet: {{${field}}} (${label}).`);
            }),
          ),
      ),
    ),
    ['mail show acme intake > intake.txt', 'To edit it before it is written with --text.'],
  );

const writeCommand = (): Command =>
  withExamples(
    withJson(
      withData(
        aboutMail('write', 'Write a mail as a file to send, and record it')
          .addOption(
            new Option('--form <form>', 'eml for a mail client, md to paste')
              .choices(mailForms)
              .default('eml'),
          )
          .option('--text <file>', 'edited mail, as `mail show` prints it')
          .option('--sender <name>', 'your name (default: the owner of the case)')
          .option('--out <file>', 'output file; - for stdout (default: named after the mail)')
          .action(onCase(write)),
      ),
    ),
    ['mail write acme blocked --sender "Ada"', 'With the findings, and the report attached.'],
    ['mail write acme intake --text intake.txt --form md --out -', 'An edited text, to paste.'],
  );

type OnCase = Parameters<Parameters<typeof onCase<[]>>[0]>[0];

const write = async ({ desk, found }: OnCase, kind: MailKind, options: WriteOptions): Promise<void> => {
  const { form, sender, out, text } = options;
  // What can't be written is not on record either.
  if (out !== undefined && out !== '-') refuseExisting(out);
  const edited = text === undefined ? {} : templateIn(text);
  const body = { form, sender, language: options.language, ...edited };
  const { content, headers } = await desk.file(casePath(found, `/mails/${kind}`), body);
  const id = String(headers[mailIdHeader]);
  if (out === '-') return printDocument(content);
  const { filename = `${kind}.${form}` } = parseDisposition(headers['content-disposition'] ?? '').parameters;
  const file = resolve(out ?? filename);
  writeNewFile(file, content);
  if (options.json) return printJson({ file, id });
  remark(
    `Wrote ${file}. Carryover sends nothing: open it in your mail client, then run \`mail sent\` with ${id}.`,
  );
};

const sentCommand = (): Command =>
  withJson(
    withData(
      commandOnCase('sent', 'Record that a mail was sent')
        .argument('<id>', 'id of the written mail')
        .requiredOption('--by <name>', 'who sent it')
        .option('--note <text>', 'note')
        .action(
          onCase(
            async ({ desk, found }, id: string, options: CommonOptions & { by: string; note?: string }) => {
              const { by, note, json } = options;
              const list = await desk.post<MailList>(
                casePath(found, `/mails/sent/${encodeURIComponent(id)}`),
                { by, note },
              );
              if (json) return printJson(list);
              remark(`Recorded that ${by} sent it.`);
            },
          ),
        ),
    ),
  );

interface TemplateOptions extends CommonOptions {
  readonly language?: string;
  readonly edit?: string;
  readonly restore?: true;
}

const templateCommand = (): Command =>
  withExamples(
    withJson(
      withData(
        aboutMail('template', 'Show or change the template of a mail for one case')
          .option('--edit <file>', 'new template: "Subject: …", an empty line, the text')
          .option('--restore', 'use the common template again')
          .action(onCase(template)),
      ),
    ),
    ['mail template acme intake', 'Print it.'],
    ['mail template acme intake --edit intake.txt --language de', 'For this case, in German.'],
  );

const template = async ({ desk, found }: OnCase, kind: MailKind, options: TemplateOptions): Promise<void> => {
  const { edit, restore, json } = options;
  if (edit !== undefined && restore) throw new CommandError("--edit can't be combined with --restore.", 2);
  const path = casePath(found, `/mails/${kind}`);
  const draft = await desk.get<MailDraft>(`${path}?${queryOf({ language: options.language })}`);
  const isChange = edit !== undefined || restore;
  const changed = isChange
    ? await desk.put<MailDraft>(`${path}/template`, {
        language: draft.language,
        template: edit === undefined ? null : templateIn(edit),
      })
    : draft;
  if (json) return printJson(changed.template);
  if (isChange)
    return remark(
      `The template of "${kind}" (${draft.language}) is now that of ${fromLabels[changed.template.from]}.`,
    );
  printDocument(asText(changed.template));
  remark(`It is the template of ${fromLabels[changed.template.from]}.`);
};

const fromLabels = { case: 'this case', 'data-folder': 'the data folder', carryover: 'Carryover' };

/** As a template is written, too. */
const asText = ({ subject, text }: MailTemplate): string => `Subject: ${subject}\n\n${text}\n`;

const templateIn = (file: string): MailTemplate => {
  const [, subject, text = ''] =
    /^Subject: *(.+)\n\n([\s\S]*)$/.exec(read(file).replaceAll('\r\n', '\n')) ?? [];
  if (subject !== undefined && text.trim() !== '') return { subject: subject.trim(), text: text.trim() };
  throw new CommandError(`${file} must have a line "Subject: …", an empty line, and the text.`, 2);
};
