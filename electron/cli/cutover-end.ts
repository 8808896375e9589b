import type { Command } from 'commander';
import type { CutoverView, RollbackPreview } from '#contract/cutover.ts';
import { confirmed } from './ask.ts';
import { CommandError } from './command-error.ts';
import { refusable } from './cutover-grant.ts';
import {
  type DecisionOptions,
  decisionOf,
  isLocal,
  withBy,
  withNote,
  withoutQuestion,
  withYes,
} from './cutover-options.ts';
import { casePath } from './find-case.ts';
import { formatRollback } from './format/cutover-rollback.ts';
import { nextLine } from './format/cutover-status.ts';
import { commandOnCase } from './on-case.ts';
import { onCutover } from './on-cutover.ts';
import { withData, withExamples, withExitCodes, withJson } from './options.ts';
import { print, printDocument, printJson, remark } from './output.ts';

interface RollbackOptions extends DecisionOptions {
  readonly reason?: string;
  readonly dryRun?: true;
}

/** `carryover cutover rollback`: shown first, then done exactly as shown. */
export const rollbackCommand = (): Command => {
  const command = commandOnCase('rollback', 'Roll back to the legacy rules')
    .option('--reason <text>', 'reason, recorded (required without --dry-run)')
    .option('--dry-run', 'show what would be undone; read-only')
    .action(rollback);
  withExitCodes(withJson(withData(withYes(withBy(command)))), refusable);
  return withExamples(
    command,
    ['cutover rollback acme --dry-run', 'Show what would be undone.'],
    ['cutover rollback acme --reason "Orders missing"', 'Show it, ask, and do it.'],
  );
};

const rollback = onCutover(async ({ desk, found }, options: RollbackOptions) => {
  const { reason, dryRun, json, yes } = options;
  if (!reason?.trim() && !dryRun) throw new CommandError('--reason is required.', 2);
  const path = casePath(found, '/cutover/rollback');
  const preview = await desk.get<RollbackPreview>(path);
  if (dryRun) return json ? printJson(preview) : print(formatRollback(preview));
  if (!json) remark(formatRollback(preview));
  if (!yes && !(await confirmed('Roll back?', 'Use --yes to skip confirmation.'))) {
    throw new CommandError('Nothing was changed.');
  }
  const { by } = decisionOf(options);
  const view = await desk.post<CutoverView>(path, { by, reason, digest: preview.digest });
  if (json) return printJson(view);
  if (preview.request !== undefined) printDocument(preview.request);
  remark(
    isLocal(found) ? 'Rolled back: the rules fire again.' : 'Recorded. Send this request to the provider.',
  );
  remark(nextLine(view));
});

/** `carryover cutover complete`. */
export const completeCommand = (): Command => {
  const command = withNote(withBy(commandOnCase('complete', 'Record the cutover as completed'))).action(
    onCutover(async ({ desk, found }, options: DecisionOptions) => {
      const view = await desk.post<CutoverView>(casePath(found, '/cutover/complete'), decisionOf(options));
      if (options.json) return printJson(view);
      remark('Completed.');
    }),
  );
  withExitCodes(withoutQuestion(command), refusable);
  return withExamples(command, ['cutover complete acme --by "Jo"', 'After the soak, without problems.']);
};
