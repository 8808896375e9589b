import { CatalogueError } from '#contract/errors.ts';
import type { CoreContext } from '#desk/core/context.ts';
import type { EntryRow, HeadRow } from '#desk/store/case-chain.ts';
import { actionOf, chainStart, type Link, linkAfter, sealHead } from './chain.ts';
import { problemOf } from './checked-action.ts';
import { erasuresIn } from './erasures.ts';
import { fold } from './fold.ts';
import { planProblems } from './plan-digests.ts';
import { checkSignatures } from './signatures.ts';
import type { CaseState } from './state.ts';

/** The first entries of a case that hold by themselves, whatever is behind them. */
export interface SoundPart {
  readonly rows: readonly EntryRow[];
  /** The chain's digest at each of them. */
  readonly digests: readonly string[];
  readonly state: CaseState;
  /** Why the chain is cut after them; undefined if it is whole. */
  readonly why?: string;
}

interface Fault {
  /** The entry that does not hold: the part ends before it. */
  readonly seq: number;
  readonly what: string;
}

/**
 * The longest part from the first entry on that verifies without the entries behind it: codes or signatures, commitments,
 * plans, shapes. Content that was erased holds only together with its stub: a part that lacks the stub ends before it.
 * @param head undefined where it is missing; one that was changed is not relied upon
 * @throws CatalogueError `case.nothingSound`
 */
export const soundPartOf = (
  context: Pick<CoreContext, 'authenticate'>,
  caseId: string,
  head: HeadRow | undefined,
  rows: readonly EntryRow[],
): SoundPart => {
  const stubs = erasuresIn(rows);
  let part = rows;
  const whys: string[] = [];
  for (;;) {
    const { fault, ...sound } = held(context, caseId, part);
    if (fault !== undefined) {
      const isWithoutStub = (stubs.get(fault.seq)?.stub ?? 0) > part.length;
      whys.push(isWithoutStub ? erasedBehind(fault.seq) : fault.what);
      part = part.slice(0, fault.seq - 1);
      continue;
    }
    const { state, digests } = sound;
    const end = headFault(context, caseId, head, part, digests.at(-1) ?? '');
    if (end !== undefined && part.length === rows.length) whys.push(end);
    if (state === undefined) {
      throw new CatalogueError('case.nothingSound', { caseId, problem: whys.join(' ') });
    }
    return { rows: part, digests, state, ...(whys.length === 0 ? {} : { why: whys.join(' ') }) };
  }
};

const erasedBehind = (seq: number): string =>
  `The content of entry ${seq} was erased, and the entry that says so is behind the cut.`;

interface Held {
  readonly state?: CaseState | undefined;
  readonly digests: readonly string[];
  readonly fault?: Fault;
}

const held = (
  { authenticate }: Pick<CoreContext, 'authenticate'>,
  caseId: string,
  rows: readonly EntryRow[],
): Held => {
  const { digests, erasures, problems } = checkSignatures(caseId, rows);
  const unfit = new Map(problems.map(({ seq, what }) => [seq, what]));
  let state: CaseState | undefined;
  let link: Link = chainStart;
  for (const [index, row] of rows.entries()) {
    const seq = index + 1;
    const fault = (what: string): Held => ({ digests, fault: { seq, what } });
    if (row.seq !== seq) return fault(`Entry ${seq} is missing.`);
    link = linkAfter(link, caseId, row, authenticate, erasures);
    const what = unfit.get(seq);
    if (what !== undefined) return fault(what);
    if (link.code !== row.code) return fault(`Entry ${seq} (${row.kind}) was changed or replaced.`);
    try {
      state = foldedAfter(caseId, state, row, link);
    } catch {
      return fault(`Entry ${seq} (${row.kind}) can't be read.`);
    }
    const [plan] = planProblems([row], erasures);
    if (plan !== undefined) return fault(plan.what);
  }
  return { state, digests };
};

/** @throws Error if its action has no known form, or does not follow on the state */
const foldedAfter = (
  caseId: string,
  state: CaseState | undefined,
  row: EntryRow,
  { digest }: Link,
): CaseState => {
  const action = actionOf(row);
  const problem = problemOf(action);
  if (problem !== undefined) throw new Error(problem);
  return fold(caseId, state, { ...row, action, digest });
};

/** Whether the head knows of another end than the last entry. */
const headFault = (
  { authenticate }: Pick<CoreContext, 'authenticate'>,
  caseId: string,
  head: HeadRow | undefined,
  rows: readonly EntryRow[],
  digest: string,
): string | undefined => {
  if (head === undefined) return 'The separately stored head of the chain is missing.';
  if (sealHead(caseId, head, authenticate) !== head.seal) {
    return 'The separately stored head of the chain was changed.';
  }
  const end = rows.length;
  if (end < head.seq) {
    return end + 1 === head.seq
      ? `Entry ${head.seq} is missing.`
      : `Entries ${end + 1} to ${head.seq} are missing.`;
  }
  return digest === head.digest ? undefined : 'The end of the chain does not match its head.';
};
