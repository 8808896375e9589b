import type { Command } from 'commander';
import type { CaseView } from '#contract/case.ts';
import { localTargetId } from '#contract/target.ts';
import type { Run, UndoPlan, UndoRequest } from '#contract/token-runs.ts';
import { confirmed } from './ask.ts';
import { withConfirmation } from './confirm.ts';
import { casePath, findCase } from './find-case.ts';
import { formatUndoPlan, runExitCodes } from './format/run.ts';
import { withHost } from './host-access.ts';
import { commandOnCase } from './on-case.ts';
import { type CommonOptions, withData, withExamples, withExitCodes, withJson } from './options.ts';
import { print, printJson, remark } from './output.ts';
import {
  overrideOf,
  type RowOptions,
  refuseDetached,
  rowsOf,
  withRowOptions,
  withWindowOverride,
} from './run-options.ts';
import { seeThrough } from './tokens-run.ts';

interface Options extends CommonOptions, RowOptions {
  readonly dryRun?: true;
  readonly yes?: true;
  readonly detach?: true;
  readonly overrideWindow?: string;
}

/** `carryover tokens undo`: unlinks, and deletes only what runs of the case created. */
export const tokensUndoCommand = (): Command => {
  const command = commandOnCase('undo', 'Undo a migration; deletes only what it created');
  withWindowOverride(withRowOptions(command))
    .option('--dry-run', 'show the plan; read-only')
    .option('--yes', 'skip confirmation')
    .option('--detach', 'return at once; the host continues the run')
    .action(undo);
  withExitCodes(withJson(withData(command)), runExitCodes);
  return withExamples(
    command,
    ['tokens undo acme --dry-run', "Show what can and can't be undone."],
    ['tokens undo acme --ref acme-007', 'One company.'],
  );
};

const undo = async (reference: string, options: Options): Promise<void> => {
  const rows = rowsOf(options);
  const request: UndoRequest = { ...rows, ...overrideOf(options) };
  await withHost(options.data, async (host) => {
    refuseDetached(host, options);
    const { desk } = host;
    const found = await findCase(desk, reference);
    const path = casePath(found, '/tokens/undo');
    const plan = await desk.post<UndoPlan>(`${path}/plan`, rows);
    if (options.dryRun) return options.json ? printJson(plan) : print(formatUndoPlan(plan));
    remark(formatUndoPlan(plan));
    if (!(await agreed(found, options))) return remark('Nothing was changed.');
    await seeThrough(host, found, options, () =>
      withConfirmation((confirm) => desk.post<Run>(path, { ...request, confirm }), options),
    );
  });
};

/** Calls to a remote target are listed and confirmed anyhow: one question is enough. */
const agreed = async ({ targetId }: CaseView, { yes }: Options): Promise<boolean> =>
  yes === true || targetId !== localTargetId || confirmed('Undo this?', 'Use --yes to skip confirmation.');
