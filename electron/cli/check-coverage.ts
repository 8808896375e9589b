import type { CoverageRequest, EligibilityView } from '#contract/eligibility.ts';
import { formatList } from '#contract/format.ts';
import { CommandError } from './command-error.ts';
import { casePath } from './find-case.ts';
import type { HttpClient } from './http-client.ts';

export interface CoverageOptions {
  readonly execReport?: readonly string[];
  readonly execScope?: string;
  readonly coverage?: string;
  readonly confirmCoverage?: true;
  readonly withdrawCoverage?: string;
  readonly by?: string;
}

/** Whether something is stated of the coverage of a test run, or withdrawn. */
export const isAboutCoverage = ({ coverage, confirmCoverage, withdrawCoverage }: CoverageOptions): boolean =>
  coverage !== undefined || confirmCoverage === true || withdrawCoverage !== undefined;

/** With a report: what is stated of it. @throws CommandError 2 for options that do not go together */
export const coverageGiven = (options: CoverageOptions): CoverageRequest | undefined => {
  const { execReport = [], coverage, confirmCoverage, withdrawCoverage } = options;
  if (!isAboutCoverage(options)) return undefined;
  if (withdrawCoverage !== undefined) {
    throw new CommandError('--withdraw-coverage applies to a report on record. Leave out --exec-report.', 2);
  }
  if (execReport.length !== 1) {
    throw new CommandError('--coverage describes one --exec-report. Check several separately.', 2);
  }
  if (coverage === undefined) {
    throw new CommandError('--confirm-coverage needs --coverage: what the test suite covers, in words.', 2);
  }
  return { coverage, by: nameOf(options), confirmed: confirmCoverage === true };
};

/**
 * Without a report: states or withdraws the coverage of one that the case has.
 * @throws CommandError 2 if there is none, or which one is not clear
 */
export const changeCoverage = async (
  desk: HttpClient,
  found: { readonly id: string } | undefined,
  options: CoverageOptions,
): Promise<void> => {
  const { coverage, confirmCoverage, withdrawCoverage: reason } = options;
  if (found === undefined) {
    throw new CommandError('--coverage applies to a test run. Add --exec-report, or a case that has one.', 2);
  }
  const view = await desk.get<EligibilityView>(casePath(found, '/eligibility'));
  const id = evidenceOf(view, options.execScope);
  const path = casePath(found, `/evidence/${id}/coverage`);
  if (reason !== undefined) {
    if (coverage !== undefined || confirmCoverage === true) {
      throw new CommandError('State a coverage or withdraw one, not both.', 2);
    }
    await desk.post(`${path}/withdrawal`, { reason });
    return;
  }
  const text = coverage ?? view.coverages.find((one) => one.evidenceId === id)?.coverage;
  if (text === undefined) {
    throw new CommandError(
      'No coverage is stated yet. Add --coverage: what the test suite covers, in words.',
      2,
    );
  }
  await desk.put(path, { coverage: text, by: nameOf(options), confirmed: confirmCoverage === true });
};

const evidenceOf = ({ verdict, evidence }: EligibilityView, scope: string | undefined): string => {
  const current = new Set(verdict.rows.flatMap((row) => row.evidence));
  const runs = evidence.filter(({ id, collector }) => collector === 'exec' && current.has(id));
  const [only, ...others] = runs.filter((one) => scope === undefined || one.scope === scope);
  if (only !== undefined && others.length === 0) return only.id;
  const scopes = formatList([...new Set(runs.map((one) => one.scope))]);
  if (only === undefined) {
    const known = runs.length === 0 ? 'Add --exec-report.' : `Name one by --exec-scope: ${scopes}.`;
    throw new CommandError(
      `The case has no current test run${scope === undefined ? '' : ` "${scope}"`}. ${known}`,
      2,
    );
  }
  const hint =
    scope === undefined
      ? `Name one by --exec-scope: ${scopes}.`
      : 'Remove the evidence that does not count (in the app: Eligibility › Evidence).';
  throw new CommandError(`The case has several current test runs. ${hint}`, 2);
};

const nameOf = ({ by }: CoverageOptions): string => {
  if (by === undefined) throw new CommandError('Add --by: who states what the test suite covers.', 2);
  return by;
};
