import { Command, Option } from 'commander';
import { type CaseRemoval, type CaseView, caseParts } from '#contract/case.ts';
import { formatCount } from '#contract/format.ts';
import { confirmed } from './ask.ts';
import { CommandError } from './command-error.ts';
import { casePath, findCase, findSummary } from './find-case.ts';
import { targetId } from './find-target.ts';
import { type HostAccess, withHost } from './host-access.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { printJson, remark } from './output.ts';

interface EditOptions extends CommonOptions {
  readonly name?: string;
  readonly integrator?: string;
  readonly target?: string;
  readonly clientId?: string;
  readonly moves?: string[];
}

/** `carryover case edit`. */
export const editCommand = (): Command => {
  const command = new Command('edit')
    .description('Change what a case is called, whose it is, where it is carried out')
    .argument('<case>')
    .option('--name <name>')
    .option('--integrator <name>')
    .option('--target <target>', 'a name or an id')
    .option('--client-id <uuid>', 'an empty text takes it away')
    .addOption(new Option('--moves <part...>', 'what is to be moved').choices([...caseParts]))
    .action((reference: string, options: EditOptions) =>
      withHost(options.data, async ({ desk }) => {
        const view = await findCase(desk, reference);
        const changes = await changesOf(desk, options);
        if (Object.keys(changes).length === 0) {
          throw new CommandError('Say what to change, such as --name or --target.', 2);
        }
        const after = await desk.patch<CaseView>(casePath(view), { revision: view.revision, changes });
        if (options.json) printJson(after);
        else remark(`Changed ${Object.keys(changes).join(', ')} of "${after.name}".`);
      }),
    );
  return withExamples(withJson(withData(command)), [
    'case edit acme --target production',
    'Carry it out elsewhere.',
  ]);
};

const changesOf = async (desk: HostAccess['desk'], options: EditOptions) => {
  const { name, integrator, target, clientId, moves } = options;
  return {
    ...(name === undefined ? {} : { name }),
    ...(integrator === undefined ? {} : { integrator }),
    ...(target === undefined ? {} : { targetId: await targetId(desk, target) }),
    ...(clientId === undefined ? {} : { clientId: clientId === '' ? null : clientId }),
    ...(moves === undefined ? {} : { parts: moves }),
  };
};

/** `carryover case close`, `reopen` and `archive`. */
export const stateCommands = (): Command[] => [
  stateCommand('close', 'Close a case and its open observations, and shred credentials still kept for it'),
  stateCommand('reopen', 'Reopen a case that was closed or archived'),
  stateCommand(
    'archive',
    'Archive a case, so that lists leave it out, and shred credentials still kept for it',
  ),
];

const stateCommand = (verb: 'close' | 'reopen' | 'archive', description: string): Command => {
  const command = new Command(verb).description(description).argument('<case>');
  if (verb !== 'archive') command.option('--reason <text>', 'goes on record');
  command.action((reference: string, options: CommonOptions & { readonly reason?: string }) =>
    withHost(options.data, async ({ desk }) => {
      const { revision, ...view } = await findCase(desk, reference);
      const { reason } = options;
      const body = { revision, ...(reason === undefined ? {} : { reason }) };
      const after = await desk.post<CaseView>(casePath(view, `/${verb}`), body);
      if (options.json) printJson(after);
      else remark(`The case "${after.name}" is ${after.state}.`);
    }),
  );
  return withExamples(withJson(withData(command)), [`case ${verb} acme`, `${description}.`]);
};

/** `carryover case delete`: says first what goes. */
export const deleteCommand = (): Command => {
  const command = new Command('delete')
    .description('Delete a case, after saying what goes with it')
    .argument('<case>')
    .option('--yes', 'do not ask')
    .action((reference: string, options: CommonOptions & { readonly yes?: true }) =>
      withHost(options.data, async ({ desk }) => {
        const view = await findSummary(desk, reference);
        const removal = await desk.get<CaseRemoval>(casePath(view, '/removal'));
        remark(formatRemoval(removal));
        if (!options.yes && !(await confirmed('Delete it?', 'Say --yes to delete it without being asked.'))) {
          return remark('Nothing was deleted.');
        }
        await desk.delete(casePath(view, `?confirm=${removal.digest}`));
        if (options.json) printJson({ deleted: removal });
        else remark('Deleted.');
      }),
    );
  return withExamples(withJson(withData(command)), ['case delete acme', 'Shows what goes, and asks.']);
};

const formatRemoval = ({
  name,
  entries,
  attachments,
  attachmentBytes,
  secrets,
  tokenRows,
  tokenRuns,
  ledgerEntries,
  keptCredentials = 0,
  digest,
}: CaseRemoval): string =>
  [
    `Deleting the case "${name}" removes for good:`,
    `  ${formatCount(entries, 'entry', 'entries')} of its audit chain (digest ${digest})`,
    `  ${formatCount(attachments, 'attachment')}, ${formatCount(attachmentBytes, 'byte')}`,
    `  ${formatCount(secrets, 'secret')}`,
    `  ${formatCount(tokenRows, 'row')} of its token migration; credentials of ${keptCredentials} are still kept`,
    `  ${formatCount(tokenRuns, 'run')}, with ${formatCount(ledgerEntries, 'ledger entry', 'ledger entries')}`,
    'Backups of the last ten days still hold it. To keep it, export it first.',
  ].join('\n');
