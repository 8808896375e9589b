import type { ApprovalContent } from '#contract/approvals.ts';
import type { ChainCheck } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Stretch } from '#contract/signature-states.ts';
import type { CaseNotes } from '#desk/journal/case-notes.ts';
import { readOwnEntries } from '#desk/journal/own-entries.ts';
import { type EntryRow, type HeadRow, readEntries, readHead } from '#desk/store/case-chain.ts';
import { readAttachments } from '#desk/store/case-contents.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { hasJournalKind } from '#desk/store/journal.ts';
import type { Reader } from '#desk/store/store.ts';
import { readVouchers } from './adoptions.ts';
import { approvalProblems } from './approval-signatures.ts';
import { chainStart, isErased, linkAfter, sealHead } from './chain.ts';
import { contentProblems } from './check-contents.ts';
import type { Erasures } from './erasures.ts';
import { importsOf } from './imports.ts';
import { planProblems } from './plan-digests.ts';
import { checkSignatures } from './signatures.ts';
import { stretchesOf } from './stretches.ts';

type Problems = ChainCheck['problems'];

/**
 * Verifies a case's whole chain: every change, removal, reordering or recomputation shows.
 * @param expect a digest that was written down earlier: also shows what somebody with the key did, and that the whole
 *   database was put back to an older state
 * @throws CatalogueError `case.notFound`
 */
export const checkChain = async (
  context: DeskContext,
  caseId: string,
  expect?: string,
): Promise<ChainCheck> => {
  const { head, rows, files, vouchers, keys } = await context.store.read(async (reader) => {
    const found = await readHead(reader, caseId);
    return {
      head: found,
      rows: await readEntries(reader, caseId, 0),
      keys: await readApprovalKeys(context, reader),
      files: await readAttachments(reader, caseId),
      vouchers: await readVouchers(context, reader, caseId, sealed(context, found)),
    };
  });
  if (head === undefined && rows.length === 0) {
    throw new CatalogueError('case.notFound', { reference: caseId });
  }
  const chain = checkSignatures(caseId, rows);
  const { digests, erasures } = chain;
  const codes = codeProblems(context, caseId, rows, erasures);
  const problems = [
    ...orderProblems(rows),
    ...codes,
    ...chain.problems,
    ...headProblems(context, caseId, rows, head, digests.at(-1) ?? ''),
    ...noteProblems(vouchers.notes, digests),
    ...expectedProblems(digests, expect),
  ];
  if (problems.length === 0 && head !== undefined) {
    const isHere = (seq: number) => importsOf(head).every(({ from, upTo }) => seq < from || seq > upTo);
    const isKnownKey = (seq: number, { approverId, publicKey }: ApprovalContent<'given'>) =>
      isHere(seq) ? keys.has(`${approverId} ${publicKey}`) : undefined;
    problems.push(
      ...planProblems(rows, erasures),
      ...approvalProblems(caseId, rows, erasures, isKnownKey),
      ...contentProblems(context, head, rows, files),
    );
  }
  return {
    caseId,
    entries: rows.length,
    digest: digests.at(-1) ?? '',
    whole: problems.length === 0,
    problems,
    imported: head === undefined ? [] : importsOf(head),
    stretches: stretchesOf(caseId, rows, {
      ...chain,
      ...vouchers,
      broken: brokenOf(rows, chain.broken, codes),
    }),
    erased: rows
      .filter((row, index) => isErased(digests[index - 1] ?? '', caseId, row, erasures))
      .map(({ seq }) => seq),
  };
};

/** Keys that people of this desk had at any time to sign approvals with, each after its person's id. */
const readApprovalKeys = async (context: DeskContext, reader: Reader): Promise<ReadonlySet<string>> => {
  if (!(await hasJournalKind(reader, 'person.keyAdded'))) return new Set();
  const entries = await readOwnEntries(context, reader, /^person\.keyAdded$/, () => false);
  return new Set(
    entries.flatMap(({ action: { kind, content } }) =>
      kind === 'person.keyAdded' ? [`${content.personId} ${content.publicKey}`] : [],
    ),
  );
};

/** Who vouches for which entries of a chain that is whole. */
export const readStretches = async (
  context: DeskContext,
  reader: Reader,
  caseId: string,
): Promise<Stretch[]> => {
  const head = await readHead(reader, caseId);
  const rows = await readEntries(reader, caseId, 0);
  const vouchers = await readVouchers(context, reader, caseId, head);
  return stretchesOf(caseId, rows, { ...checkSignatures(caseId, rows), ...vouchers });
};

/** What a head says that was changed is not to be relied on. */
const sealed = ({ authenticate }: DeskContext, head: HeadRow | undefined): HeadRow | undefined =>
  head !== undefined && sealHead(head.case_id, head, authenticate) === head.seal ? head : undefined;

/** Nothing that follows a changed entry without a signature is vouched for either. */
const brokenOf = (
  rows: readonly EntryRow[],
  broken: ReadonlySet<number>,
  codes: Problems,
): ReadonlySet<number> => {
  const first = codes[0] === undefined ? undefined : (codes[0].seq ?? 1);
  if (first === undefined) return broken;
  return new Set([...broken, ...rows.map(({ seq }) => seq).filter((seq) => seq >= first)]);
};

const orderProblems = (rows: readonly EntryRow[]): Problems => {
  const problems: Problems = [];
  let before = 0;
  for (const { seq } of rows) {
    if (seq !== before + 1) problems.push({ seq: before + 1, what: missing(before + 1, seq - 1) });
    before = seq;
  }
  return problems;
};

const missing = (from: number, to: number): string =>
  from === to ? `Entry ${from} is missing.` : `Entries ${from} to ${to} are missing.`;

/** Each entry is held against the code that stands before it, so that one change is told once. */
const codeProblems = (
  context: DeskContext,
  caseId: string,
  rows: readonly EntryRow[],
  erasures: Erasures,
): Problems => {
  let { code, digest } = chainStart;
  const problems: Problems = [];
  for (const row of rows) {
    const link = linkAfter({ code, digest }, caseId, row, context.authenticate, erasures);
    digest = link.digest;
    if (link.code !== row.code) {
      problems.push({
        seq: row.seq,
        what: `Entry ${row.seq} (${row.kind}) was changed or replaced.`,
      });
    }
    code = row.code;
  }
  if (rows.length > 1 && problems.length === rows.length) {
    return [
      {
        what: 'No entry matches its code. All were recomputed, or belong to another key of the data folder (carryover.key).',
      },
    ];
  }
  return problems;
};

const headProblems = (
  context: DeskContext,
  caseId: string,
  rows: readonly EntryRow[],
  head: HeadRow | undefined,
  digest: string,
): Problems => {
  if (head === undefined) return [{ what: 'The separately stored head of the chain is missing.' }];
  const problems: Problems = [];
  const last = rows.at(-1);
  if (sealHead(caseId, head, context.authenticate) !== head.seal) {
    problems.push({
      what: 'The separately stored head of the chain was changed, or belongs to another key of the data folder (carryover.key).',
    });
  }
  const end = last?.seq ?? 0;
  if (end < head.seq)
    problems.push({ seq: end + 1, what: `${missing(end + 1, head.seq)} The end was removed.` });
  if (end > head.seq) {
    problems.push({
      seq: head.seq + 1,
      what: `The chain ends with entry ${end}, but its head names ${head.seq}.`,
    });
  }
  if (end === head.seq && (last?.code !== head.code || digest !== head.digest)) {
    problems.push({ seq: end, what: 'The end of the chain does not match its head.' });
  }
  return problems;
};

/** The journal of the data folder says how the chain was at each time that something was added to it. */
const noteProblems = ({ heads, problem }: CaseNotes, digests: readonly string[]): Problems => {
  if (problem !== undefined) return [{ what: problem }];
  const last = heads.at(-1);
  if (last === undefined) return [{ what: 'The journal of this data folder has no record of the case.' }];
  const differs = heads.find(({ seq, digest }) => digests[seq - 1] !== digest);
  if (differs !== undefined) {
    return [
      {
        seq: differs.seq,
        what: `The journal of this data folder has another digest at entry ${differs.seq}.`,
      },
    ];
  }
  return last.seq === digests.length
    ? []
    : [
        {
          seq: last.seq + 1,
          what: `The chain ends with entry ${digests.length}, but the journal of this data folder names ${last.seq}.`,
        },
      ];
};

const expectedProblems = (digests: readonly string[], expect: string | undefined): Problems =>
  expect === undefined || digests.includes(expect)
    ? []
    : [
        {
          what: `No entry has the digest ${expect}. This is another chain, or earlier entries were recomputed.`,
        },
      ];
