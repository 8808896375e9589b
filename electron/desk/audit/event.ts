import { keyFingerprint } from '#base/signing.ts';
import { withoutKeysInProse } from '#base/without-keys.ts';
import { type AuditDetail, type AuditEvent, auditLimits } from '#contract/audit.ts';
import type { CaseAction } from '#contract/case.ts';
import type { JournalAction } from '#contract/journal.ts';
import { type ChainEntry, isContentSound, signedOf } from '#desk/cases/chain.ts';
import type { Erasures } from '#desk/cases/erasures.ts';
import { journalChain } from '#desk/journal/journal.ts';
import { formatEntry } from '#desk/reports/kinds/entry-format.ts';
import { visible } from '#desk/reports/visible.ts';
import type { EntryRow } from '#desk/store/case-chain.ts';
import type { JournalRow } from '#desk/store/journal.ts';
import { formatJournalEntry } from './journal-format.ts';

/** An entry as it leaves the desk. Source: `docs/reference/rules/audit.md#event`. */

export interface About {
  readonly desk: AuditEvent['desk'];
  readonly detail: AuditDetail;
  /** When the journal recorded it. */
  readonly recorded: string;
  readonly caseOf?: AuditEvent['case'] | undefined;
}

interface Link {
  readonly before: string;
  readonly digest: string;
}

/** So much of the digest tells the entry from another one that took its place after a restore. */
const digestInId = 16;

const eventId = (chain: string, seq: number, digest: string): string =>
  `${chain.replace(' ', '-')}:${seq}:${digest.slice(0, digestInId)}`;

export const caseEvent = (row: EntryRow, link: Link, erasures: Erasures, about: About): AuditEvent => {
  const event = { ...facts(row.case_id, row, link, about), ...signedFacts(row) };
  if (!isContentSound(row, erasures)) return { ...event, problem: notWhatWasSigned };
  const isErased = erasures.has(row.seq);
  const words = () => formatEntry({ kind: row.kind, content: JSON.parse(row.content) as CaseAction });
  return { ...event, ...said(row, words, about), ...(isErased ? { erased: true } : {}) };
};

export const journalEvent = (
  row: JournalRow,
  {
    before,
    action,
    missing,
  }: Pick<Link, 'before'> & {
    /** Undefined where the entry is not what was signed. */
    readonly action: JournalAction | undefined;
    readonly missing: NonNullable<AuditEvent['missing']>;
  },
  about: About,
): AuditEvent => {
  const event: AuditEvent = {
    ...facts(journalChain, row, { before, digest: row.digest }, about),
    ...signedFacts(row),
    ...(missing.length === 0 ? {} : { missing }),
  };
  if (action === undefined) return { ...event, problem: notWhatWasSigned };
  return { ...event, ...said(row, () => formatJournalEntry(action), about) };
};

const notWhatWasSigned = 'The entry in the database is not what was signed.';

type Row = Pick<ChainEntry, 'seq' | 'at' | 'actor' | 'kind' | 'content' | 'salt'>;

const facts = (
  chain: string,
  { seq, at, actor, kind }: Row,
  { before, digest }: Link,
  { desk, recorded, caseOf }: About,
): AuditEvent => ({
  version: 1,
  id: eventId(chain, seq, digest),
  at,
  recorded,
  desk,
  chain,
  seq,
  digest,
  before,
  kind,
  actor,
  ...(caseOf === undefined ? {} : { case: caseOf }),
});

const signedFacts = (entry: ChainEntry): Pick<AuditEvent, 'signer' | 'signature' | 'commitment'> => {
  const signed = signedOf(entry);
  if (signed === undefined) return {};
  const { signer, signature, commitment } = signed;
  return { signer: { publicKey: signer, fingerprint: keyFingerprint(signer) }, signature, commitment };
};

/** @param words of a kind that a newer version made, there are none */
const said = (
  { content, salt }: Row,
  words: () => string | undefined,
  { detail }: About,
): Pick<AuditEvent, 'words' | 'content' | 'salt' | 'contentBytes'> => {
  if (detail === 'facts') return {};
  const text = wordsOf(words);
  const worded = text === undefined ? {} : { words: text };
  if (detail === 'words') return worded;
  const bytes = Buffer.byteLength(content);
  if (bytes > auditLimits.contentBytes) return { ...worded, contentBytes: bytes };
  return { ...worded, content: JSON.parse(content) as unknown, ...(salt === null ? {} : { salt }) };
};

const wordsOf = (words: () => string | undefined): string | undefined => {
  let text: string | undefined;
  try {
    text = words();
  } catch {
    return undefined;
  }
  if (text === undefined) return undefined;
  const clean = text
    .split(namedDigest)
    .map((part, at) => (at % 2 === 1 ? part : withoutKeysInProse(visible(part))))
    .join('');
  return clean.length > auditLimits.words ? `${clean.slice(0, auditLimits.words)}…` : clean;
};

/** Looks like a key and is none. */
const namedDigest = /((?:SHA-256|digest) [0-9a-f]{64}\b)/;
