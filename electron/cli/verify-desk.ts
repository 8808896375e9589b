import { oneLine } from '#base/terminal-text.ts';
import { formatCount } from '#contract/format.ts';
import type { Job } from '#contract/job.ts';
import { isVouchedFor, signatureLabel } from '#contract/signature-states.ts';
import { type DeskCheck, deskExitCode } from '#contract/verification.ts';
import { colors } from './colors.ts';
import { CommandError } from './command-error.ts';
import { followJob } from './follow-job.ts';
import { withHost } from './host-access.ts';
import type { CommonOptions } from './options.ts';
import { print, printJson } from './output.ts';

interface Options extends CommonOptions {
  readonly expect?: string;
  readonly accept?: string;
}

const words = {
  title: 'Verifying',
  done: 'Verified',
  failed: 'Not verified',
  cancelled: 'Cancelled: not everything was verified.',
};

/** `carryover verify` without a case. Exit code 3: broken, 4: whole, but not all signed by known keys. */
export const verifyDesk = (options: Options): Promise<void> => {
  if (options.expect !== undefined) throw new CommandError('--expect needs a case.', 2);
  return withHost(options.data, async ({ desk }) => {
    const { accept: reason, json = false } = options;
    const check =
      reason === undefined
        ? await followJob<DeskCheck>(desk, await desk.post<Job>('/api/verification'), json, words)
        : await desk.post<DeskCheck>('/api/verification/accept', { reason });
    process.exitCode = deskExitCode(check);
    if (json) return printJson(check);
    print(checkText(check));
  });
};

const titles: Readonly<Record<DeskCheck['state'], string>> = {
  whole: `${colors.green('✓')} Verified: nothing was changed.`,
  'not-vouched-for': `${colors.yellow('!')} Verified, but not all entries are signed by known keys.`,
  broken: `${colors.red('✗')} Changed, removed or replaced outside Carryover:`,
};

const checkText = (check: DeskCheck): string => {
  const { state, problems, problemCount, cases, journal, rows, ledgerEntries } = check;
  const names = new Map(cases.map(({ caseId, name }) => [caseId, name]));
  const told = problems.slice(0, toldProblems).map(({ caseId, what }) => {
    const name = caseId === undefined ? undefined : (names.get(caseId) ?? caseId);
    return `  ${name === undefined ? '' : `${oneLine(name)}: `}${oneLine(what)}`;
  });
  const more = problemCount - told.length;
  const unvouched = cases.flatMap(({ name, states }) =>
    states
      .filter((one) => !isVouchedFor(one))
      .map((one) => `  ${oneLine(name)}: ${signatureLabel({ state: one })}`),
  );
  return [
    titles[state],
    ...told,
    ...(more > 0 ? [`  … and ${more} more`] : []),
    ...unvouched,
    [
      `  journal ${formatCount(journal.entries, 'entry', 'entries')}`,
      formatCount(cases.length, 'case'),
      formatCount(rows, 'row'),
      formatCount(ledgerEntries, 'call of runs', 'calls of runs'),
    ].join(' · '),
    `  digest of the journal ${journal.digest}`,
    ...(state === 'broken'
      ? ['Restore desk.db or a backup, or accept the database as it is: verify --accept REASON, or Settings.']
      : []),
  ].join('\n');
};

const toldProblems = 40;
