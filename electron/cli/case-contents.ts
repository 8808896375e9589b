import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { type CaseView, stepStates } from '#contract/case.ts';
import { parties } from '#contract/eligibility.ts';
import { CommandError } from './command-error.ts';
import { casePath, findCase } from './find-case.ts';
import { withHost } from './host-access.ts';
import type { HttpClient } from './http-client.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { printJson, remark } from './output.ts';

/** Finds the case, does something to it, and says that it is done. */
const change = (
  reference: string,
  options: CommonOptions,
  work: (desk: HttpClient, view: CaseView) => Promise<CaseView>,
  done: string,
): Promise<void> =>
  withHost(options.data, async ({ desk }) => {
    const after = await work(desk, await findCase(desk, reference));
    if (options.json) printJson(after);
    else remark(done);
  });

/** `carryover case note`. */
export const noteCommand = (): Command => {
  const command = new Command('note')
    .description('Add a note')
    .argument('<case>')
    .argument('<text>', 'text of the note')
    .action((reference: string, text: string, options: CommonOptions) =>
      change(reference, options, (desk, view) => desk.post(casePath(view, '/notes'), { text }), 'Noted.'),
    );
  return withExamples(withJson(withData(command)), [
    'case note acme "Their release with the fix is on Thursday"',
    'Add a note to the case.',
  ]);
};

interface ContactOptions extends CommonOptions {
  readonly party: string;
  readonly role?: string;
  readonly email?: string;
  readonly phone?: string;
}

/** `carryover case contact`. */
export const contactCommand = (): Command => {
  const command = new Command('contact')
    .description('Add a contact')
    .argument('<case>')
    .argument('<name>', 'name of the contact')
    .addOption(
      new Option('--party <party>', 'party of the contact').choices([...parties]).default('integrator'),
    )
    .option('--role <role>', 'role')
    .option('--email <address>', 'email address')
    .option('--phone <number>', 'phone number')
    .action((reference: string, name: string, options: ContactOptions) => {
      const { party, role, email, phone } = options;
      return change(
        reference,
        options,
        (desk, view) => desk.post(casePath(view, '/contacts'), { name, party, role, email, phone }),
        `Added ${name}.`,
      );
    });
  return withExamples(withJson(withData(command)), [
    'case contact acme "Jo Smith" --role "lead developer" --email jo@acme.example',
    'Add a contact of the integrator.',
  ]);
};

interface AttachOptions extends CommonOptions {
  readonly name?: string;
  readonly note?: string;
  readonly secret?: true;
}

/** `carryover case attach`. */
export const attachCommand = (): Command => {
  const command = new Command('attach')
    .description('Attach an evidence file')
    .argument('<case>')
    .argument('<file>', 'file to attach')
    .option('--name <name>', 'name in the case (default: file name)')
    .option('--note <text>', 'note, recorded')
    .option('--secret', 'encrypt; export only with a passphrase')
    .action((reference: string, file: string, options: AttachOptions) => {
      const { name, note, secret } = options;
      return change(
        reference,
        options,
        (desk, view) =>
          desk.post(casePath(view, '/attachments'), { path: resolve(file), name, note, secret }),
        'Attached.',
      );
    });
  return withExamples(withJson(withData(command)), [
    'case attach acme ./agreement.pdf --note "Agreed window"',
    'Keep a file with the case.',
  ]);
};

interface StepOptions extends CommonOptions {
  readonly state?: string;
  readonly responsible?: string;
  readonly due?: string;
  readonly note?: string;
}

/** `carryover case step`. */
export const stepCommand = (): Command => {
  const command = new Command('step')
    .description('Change a step')
    .argument('<case>')
    .argument('<step>', 'id of the step, from `case show`')
    .addOption(new Option('--state <state>', 'new state').choices([...stepStates]))
    .addOption(new Option('--responsible <party>', 'responsible party').choices([...parties]))
    .option('--due <instant>', 'due date, such as 2026-01-31T09:00:00Z; empty clears it')
    .option('--note <text>', 'note, recorded')
    .action((reference: string, step: string, options: StepOptions) => {
      const { state, responsible, due, note } = options;
      if ([state, responsible, due, note].every((one) => one === undefined)) {
        throw new CommandError('Nothing to change. Use an option, such as --state skipped.', 2);
      }
      return change(
        reference,
        options,
        (desk, view) =>
          desk.patch(casePath(view, `/steps/${encodeURIComponent(step)}`), {
            revision: view.revision,
            state,
            responsible,
            due: due === '' ? null : due,
            note,
          }),
        `Changed step ${step}.`,
      );
    });
  return withExamples(withJson(withData(command)), [
    'case step acme remove-blockers --state skipped --note "Agreed with Acme"',
    'Skip a step.',
  ]);
};
