import { errorText } from '#base/error-text.ts';
import { storeStateOf } from '#base/store/store-state.ts';
import { takeTurns } from '#base/take-turns.ts';
import type { CaseSummary, ChainCheck } from '#contract/case.ts';
import type { CaseHeadNote } from '#contract/journal.ts';
import { type SignatureState, signatureStates } from '#contract/signature-states.ts';
import type { DeskCheck, DeskProblem } from '#contract/verification.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { JournalFold } from '#desk/journal/fold.ts';
import { type HeadRow, readHeadless, readHeads } from '#desk/store/case-chain.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Tokens } from '#desk/tokens/tokens.ts';

/** Cases held against the journal, without looking into their chains. */
export const casesAgainstJournal = (
  heads: readonly HeadRow[],
  headless: readonly string[],
  { cases, deleted }: JournalFold,
): DeskProblem[] => {
  const problems: DeskProblem[] = [];
  const tell = (caseId: string, what: string): void => {
    problems.push({ part: 'cases', caseId, what });
  };
  const there = new Map(heads.map((head) => [head.case_id, head]));
  for (const [caseId, note] of cases) {
    const head = there.get(caseId);
    if (head === undefined) {
      const what = headless.includes(caseId) ? 'The head of its chain is missing' : 'The case is missing';
      tell(caseId, `${what}. The journal records ${note.seq} entries (digest ${note.digest}).`);
    } else if (head.seq !== note.seq || head.digest !== note.digest) {
      tell(caseId, otherHead(head, note));
    }
  }
  for (const caseId of new Set([...there.keys(), ...headless])) {
    if (cases.has(caseId)) continue;
    const what = deleted.has(caseId)
      ? 'The case was deleted, but exists again.'
      : 'The journal has no record of this case: it was added outside Carryover.';
    tell(caseId, what);
  }
  return problems;
};

const otherHead = (head: HeadRow, note: CaseHeadNote): string =>
  head.seq < note.seq
    ? `The case was reset to an older state: ${head.seq} entries, but ${note.seq} in the journal.`
    : `The case does not match the journal: it ends with entry ${head.seq} (digest ${head.digest}), in the journal with entry ${note.seq} (digest ${note.digest}).`;

export interface CaseModules {
  readonly cases: Pick<Cases, 'verify'>;
  readonly tokens: Pick<Tokens, 'checkLedgers'>;
}

export interface CheckedCases {
  readonly cases: DeskCheck['cases'];
  readonly problems: readonly DeskProblem[];
}

/** Looks through every chain, and what it names by digest. */
export const checkCases = async (
  { store }: Pick<DeskContext, 'store'>,
  modules: CaseModules,
  fold: JournalFold,
  each: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<CheckedCases> => {
  const { heads, headless } = await store.read(async (reader) => ({
    heads: await readHeads(reader),
    headless: await readHeadless(reader),
  }));
  const problems = casesAgainstJournal(heads, headless, fold);
  const cases: DeskCheck['cases'] = [];
  const ids = [...heads.map((head) => head.case_id), ...headless];
  for (const caseId of ids) {
    signal.throwIfAborted();
    try {
      const { check, ledgers } = await checkCase(modules, caseId);
      for (const { what } of [...check.problems, ...ledgers]) problems.push({ part: 'cases', caseId, what });
      const whole = !problems.some((problem) => problem.caseId === caseId);
      const { entries, digest } = check;
      cases.push({ caseId, name: nameOf(heads, caseId), entries, digest, whole, states: statesOf(check) });
    } catch (error) {
      // An outage is no finding.
      if (isOutage(error)) throw error;
      // What was changed by hand may be such that nothing can be made of it.
      const problem = errorText(error);
      const what = `The case was changed and can't be read (${problem}).`;
      problems.push({ part: 'cases', caseId, what });
      cases.push({
        caseId,
        name: nameOf(heads, caseId),
        entries: 0,
        digest: '',
        whole: false,
        states: ['broken'],
      });
    }
    each(cases.length, ids.length);
    await takeTurns();
  }
  return { cases, problems };
};

const isOutage = (error: unknown): boolean => {
  const state = storeStateOf(error);
  return state !== undefined && state !== 'damaged';
};

const checkCase = async ({ cases, tokens }: CaseModules, caseId: string) => {
  const check = await cases.verify(caseId);
  return { check, ledgers: check.whole ? await tokens.checkLedgers(caseId) : [] };
};

const nameOf = (heads: readonly HeadRow[], caseId: string): string => {
  const damaged = `damaged ${caseId.slice(0, 8)}`;
  try {
    const { name } = JSON.parse(heads.find((head) => head.case_id === caseId)?.summary ?? '') as CaseSummary;
    return typeof name === 'string' ? name : damaged;
  } catch {
    return damaged;
  }
};

/** Each once, in the order of the list. */
const statesOf = ({ stretches }: ChainCheck): SignatureState[] =>
  signatureStates.filter((state) => stretches.some((stretch) => stretch.state === state));
