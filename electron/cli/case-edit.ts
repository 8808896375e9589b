import { Command, Option } from 'commander';
import { type CaseRemoval, type CaseView, caseParts } from '#contract/case.ts';
import { formatCount } from '#contract/format.ts';
import { confirmed } from './ask.ts';
import { CommandError } from './command-error.ts';
import { casePath, findCase, findSummary } from './find-case.ts';
import { targetId } from './find-target.ts';
import { type HostAccess, withHost } from './host-access.ts';
import { onCase } from './on-case.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { printJson, remark } from './output.ts';

interface EditOptions extends CommonOptions {
  readonly name?: string;
  readonly integrator?: string;
  readonly target?: string;
  readonly clientId?: string;
  readonly owner?: string;
  readonly moves?: string[];
}

/** `carryover case edit`. */
export const editCommand = (): Command => {
  const command = new Command('edit')
    .description('Change a case')
    .argument('<case>')
    .option('--name <name>', 'new name')
    .option('--integrator <name>', 'new integrator')
    .option('--target <target>', 'new target, by name or id')
    .option('--client-id <uuid>', 'new client id; empty clears it')
    .option('--owner <name>', 'who works on the case; empty clears it')
    .addOption(new Option('--moves <part...>', 'what the case migrates').choices([...caseParts]))
    .action(
      onCase(async ({ desk, found: view }, options: EditOptions) => {
        const changes = await changesOf(desk, options);
        if (Object.keys(changes).length === 0) {
          throw new CommandError('Nothing to change. Use an option, such as --name or --target.', 2);
        }
        const after = await desk.patch<CaseView>(casePath(view), { revision: view.revision, changes });
        if (options.json) printJson(after);
        else remark(`Changed ${Object.keys(changes).join(', ')} of "${after.name}".`);
      }),
    );
  return withExamples(withJson(withData(command)), [
    'case edit acme --target production',
    'Use another target.',
  ]);
};

const changesOf = async (desk: HostAccess['desk'], options: EditOptions) => {
  const { name, integrator, target, clientId, owner, moves } = options;
  return {
    ...(name === undefined ? {} : { name }),
    ...(integrator === undefined ? {} : { integrator }),
    ...(target === undefined ? {} : { targetId: await targetId(desk, target) }),
    ...(clientId === undefined ? {} : { clientId: clientId === '' ? null : clientId }),
    ...(owner === undefined ? {} : { owner: owner === '' ? null : owner }),
    ...(moves === undefined ? {} : { parts: moves }),
  };
};

/** `carryover case close`, `reopen` and `archive`. */
export const stateCommands = (): Command[] => [
  stateCommand('close', 'Close a case, end its observations, delete its credentials'),
  stateCommand('reopen', 'Reopen a closed or archived case'),
  stateCommand('archive', 'Hide a case from lists and delete its credentials'),
];

const stateCommand = (verb: 'close' | 'reopen' | 'archive', description: string): Command => {
  const command = new Command(verb).description(description).argument('<case>');
  if (verb !== 'archive') command.option('--reason <text>', 'reason, recorded');
  command.action((reference: string, options: CommonOptions & { readonly reason?: string }) =>
    withHost(options.data, async ({ desk }) => {
      const { revision, ...view } = await findCase(desk, reference);
      const body = { revision, reason: options.reason };
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
    .description('Delete a case')
    .argument('<case>')
    .option('--yes', 'skip confirmation')
    .action((reference: string, options: CommonOptions & { readonly yes?: true }) =>
      withHost(options.data, async ({ desk }) => {
        const view = await findSummary(desk, reference);
        const removal = await desk.get<CaseRemoval>(casePath(view, '/removal'));
        remark(formatRemoval(removal));
        if (!options.yes && !(await confirmed('Delete it?', 'Use --yes to skip confirmation.'))) {
          return remark('Nothing was deleted.');
        }
        await desk.delete(casePath(view, `?confirm=${removal.digest}`));
        if (options.json) printJson({ deleted: removal });
        else remark('Deleted.');
      }),
    );
  return withExamples(withJson(withData(command)), ['case delete acme', 'Lists what is deleted, then asks.']);
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
    `Deleting the case "${name}" permanently removes:`,
    `  ${formatCount(entries, 'entry', 'entries')} of its audit chain (digest ${digest})`,
    `  ${formatCount(attachments, 'attachment')}, ${formatCount(attachmentBytes, 'byte')}`,
    `  ${formatCount(secrets, 'secret')}`,
    `  ${formatCount(tokenRows, 'row')} of its token migration; credentials of ${keptCredentials} are still kept`,
    `  ${formatCount(tokenRuns, 'run')}, with ${formatCount(ledgerEntries, 'ledger entry', 'ledger entries')}`,
    'Backups of the last ten days still hold it. To keep it, export it first.',
  ].join('\n');
