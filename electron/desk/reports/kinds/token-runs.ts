import { formatList, formatNumber } from '#contract/format.ts';
import type { ReportBlock, ReportTable } from '#contract/report.ts';
import { goneThrough } from '#contract/run-labels.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { below, column, dataColumn, note, table, when } from '#desk/reports/blocks.ts';
import { runKind, runState } from './labels.ts';
import { tableIds } from './table-ids.ts';
import { type NumberedRun, summed, type TokenPicture } from './token-picture.ts';

/** Imports and runs of a token migration, as the chain has them. */

export const importsTable = ({ tokenImports }: CaseState): ReportTable =>
  table('imports', {
    caption: 'Imports, oldest first',
    none: 'No imports.',
    columns: [
      ...when,
      column('name', 'Name'),
      below('same', 'name', 'Same as'),
      dataColumn('importId', 'Import', 'id'),
      column('format', 'Format'),
      column('platforms', 'Ready by platform'),
      column('rows', 'Rows', 'integer'),
      column('ready', 'Ready', 'integer'),
      column('invalid', 'Invalid', 'integer'),
      column('replaced', 'Replaced', 'integer'),
      column('unchanged', 'Unchanged', 'integer'),
    ],
    rows: tokenImports.map((one, index) => {
      const { at, actor, name, importId, format, rows, ready, invalid, replaced, unchanged } = one;
      const before = tokenImports.findIndex(({ fingerprint }) => fingerprint === one.fingerprint);
      const same = before < index ? `the same content as import ${before + 1}` : undefined;
      const platforms = summed([one.byPlatform])
        .map(([key, count]) => `${formatNumber(count)} ${key}`)
        .join('\n');
      const counts = { rows, ready, invalid, replaced, unchanged };
      return { at, actor, name, same, importId, format, platforms, ...counts };
    }),
  });

export const runsTable = (runs: readonly NumberedRun[]): ReportTable =>
  table(tableIds.runs, {
    caption: 'Runs, oldest first',
    none: 'No runs.',
    columns: [
      column('number', 'Run', 'integer'),
      column('kind', 'Kind', 'text', runKind),
      below('state', 'kind', 'State', 'state', runState),
      column('target', 'Target'),
      below('actor', 'target', 'Started by'),
      column('started', 'Started', 'instant'),
      below('ended', 'started', 'Ended', 'instant'),
      column('rows', 'Companies', 'integer'),
      column('done', 'Done', 'integer'),
      column('failed', 'Failed', 'integer'),
      column('calls', 'Calls', 'integer'),
      column('entries', 'Ledger entries', 'integer'),
      column('ledger', 'Ledger digest', 'id'),
      dataColumn('runId', 'Run id', 'id'),
    ],
    rows: runs.map(({ number, run: { started, state, breaks, ended } }) => {
      const last = ended ?? breaks.findLast(({ what }) => what === 'paused');
      const counts = last !== undefined && 'counts' in last ? last.counts : undefined;
      const ledger = (ended ?? breaks.at(-1) ?? started).ledger;
      return {
        number,
        kind: started.kind,
        state,
        target: started.targetName,
        actor: started.actor,
        started: started.at,
        ended: ended?.at,
        rows: started.rows,
        done: counts && goneThrough({ kind: started.kind, counts }),
        failed: counts?.failed,
        calls: ended && Object.values(ended.calls).reduce((sum, count) => sum + count, 0),
        entries: ledger.entries,
        ledger: ledger.digest,
        runId: started.runId,
      };
    }),
  });

export const breaksTable = (runs: readonly NumberedRun[]): ReportTable =>
  table('breaks', {
    caption: 'Pauses and resumes',
    none: 'No pauses or interruptions.',
    columns: [
      column('at', 'When', 'instant'),
      column('number', 'Run', 'integer'),
      column('what', 'Event', 'text', { words: { paused: 'paused', resumed: 'resumed' } }),
      below('actor', 'what', 'By'),
      column('why', 'Reason'),
      column('entries', 'Ledger entries', 'integer'),
      column('ledger', 'Ledger digest', 'id'),
    ],
    rows: runs.flatMap(({ number, run }) =>
      run.breaks.map((one) => ({
        at: one.at,
        number,
        what: one.what,
        actor: one.actor,
        why: one.what === 'paused' ? one.why : afterLabels[one.after],
        entries: one.ledger.entries,
        ledger: one.ledger.digest,
      })),
    ),
  });

const afterLabels = {
  paused: 'After a pause.',
  interrupted: 'The process ended during the run. Resumed at the same call.',
} as const;

/** Unreadable results, and runs that the company states don't include. */
export const readingNotes = ({ runs, latest }: TokenPicture): ReportBlock[] => {
  const unread = runs.flatMap(({ number, found }) =>
    found?.problem === undefined ? [] : [note('warn', `Run ${number}: ${found.problem}`)],
  );
  const after = latest === undefined ? [] : runs.filter((one) => isLaterReal(one, latest));
  if (after.length === 0) return unread;
  const numbers = formatList(after.map(({ number }) => String(number)));
  const words = `Companies as of the end of run ${latest?.number}. Changes by run ${numbers} are not included.`;
  return [...unread, note('warn', words)];
};

/** Started on a target and not ended, or ended later without results that can be read. */
const isLaterReal = ({ run }: NumberedRun, { run: latest }: NumberedRun): boolean =>
  run.started.kind !== 'rehearsal' &&
  run !== latest &&
  (run.ended === undefined || run.ended.seq > (latest.ended?.seq ?? 0));

const decisionOn = ({ started, decision }: NumberedRun['run'], ref: string): string | undefined => {
  if (started.kind === 'rehearsal' || started.kind === 'undo') return undefined;
  if (decision === undefined) return 'Undecided';
  const { reason, actor } = decision;
  const left = decision.left.find((one) => one.ref === ref);
  if (left !== undefined) return `Not removed: ${left.why}`;
  const what = decision.decision === 'keep' ? 'Kept' : 'Removed the one in use';
  return `${what}, by ${actor}: ${reason}`;
};

export const duplicatesTable = ({ onTarget }: TokenPicture): ReportTable =>
  table('duplicates', {
    caption: 'Duplicates on the target',
    none: 'No duplicates.',
    columns: [
      column('ref', 'Company'),
      column('what', 'Duplicate'),
      below('platformKey', 'what', 'Platform'),
      column('used', 'In use', 'id'),
      column('others', 'Others', 'id'),
      column('number', 'Found by run', 'integer'),
      column('decision', 'Decision'),
    ],
    rows: onTarget.flatMap(({ number, found, run }) =>
      (found?.results?.duplicates ?? []).map((one) => ({
        ...one,
        others: one.others.join('\n'),
        number,
        decision: decisionOn(run, one.ref),
      })),
    ),
  });

export const sourcesTable = (runs: readonly NumberedRun[]): ReportTable =>
  table('sources', {
    caption: 'Results by run',
    none: 'No results.',
    columns: [
      column('number', 'Run', 'integer'),
      column('name', 'Attachment'),
      below('problem', 'name', 'Problem'),
      column('digest', 'SHA-256', 'id'),
    ],
    rows: runs.flatMap(({ number, found }) =>
      found === undefined
        ? []
        : [
            {
              number,
              name: found.attachment?.name ?? '–',
              problem: found.problem,
              digest: found.attachment?.digest,
            },
          ],
    ),
  });
