import { hash } from 'node:crypto';
import Database from 'better-sqlite3';
import { canonical } from '#base/canonical.ts';
import type { CaseFile } from '#contract/case-file.ts';
import type { DeskContext } from '#desk/store/context.ts';

/**
 * Chains as Carryover 0.1 made them, written here a second time on purpose: what people have on their disks does not change
 * with the code.
 */
interface OldEntry {
  readonly seq: number;
  readonly at: string;
  readonly actor: string;
  readonly kind: string;
  /** Canonical JSON. */
  readonly content: string;
}

const textOf = (before: string, caseId: string, { seq, at, actor, kind, content }: OldEntry): string =>
  `${JSON.stringify([before, caseId, seq, at, actor, kind])}\n${content}`;

export const oldDigests = (caseId: string, entries: readonly OldEntry[]): string[] => {
  let digest = '';
  return entries.map((entry) => {
    digest = hash('sha256', textOf(digest, caseId, entry));
    return digest;
  });
};

/** A file of today as one of a version before there were signatures: also what a forger makes who strips them. */
export const asUnsigned = (text: string, version = 2): string => {
  const { exporter: _, adoptions: __, ...file } = JSON.parse(text) as CaseFile;
  const stripped = file.entries.map(({ seq, at, actor, kind, content }) => ({
    seq,
    at,
    actor,
    kind,
    content,
  }));
  const digests = oldDigests(
    file.caseId,
    stripped.map((entry) => ({ ...entry, content: canonical(entry.content) })),
  );
  const entries = stripped.map((entry, index) => ({ ...entry, digest: digests[index] }));
  return JSON.stringify({ ...file, version, digest: digests.at(-1), entries });
};

/** Puts the chain of a case as 0.1 would have left it, and takes the journal away, which there was none of. */
export const makeOld = (
  path: string,
  caseId: string,
  { authenticate }: Pick<DeskContext, 'authenticate'>,
): void => {
  const sqlite = new Database(path);
  sqlite.pragma('secure_delete = ON');
  const rows = sqlite
    .prepare('select * from case_entries where case_id = ? order by seq')
    .all(caseId) as OldEntry[];
  const digest = oldDigests(caseId, rows).at(-1);
  let code = '';
  const put = sqlite.prepare(
    'update case_entries set code = ?, salt = null, commitment = null, signer = null, signature = null where case_id = ? and seq = ?',
  );
  for (const row of rows) {
    code = authenticate('case entry', textOf(code, caseId, row));
    put.run(code, caseId, row.seq);
  }
  const { imported } = sqlite.prepare('select imported from case_heads where case_id = ?').get(caseId) as {
    imported: string | null;
  };
  const seal = authenticate('case head', JSON.stringify([caseId, rows.length, code, digest, imported]));
  sqlite
    .prepare('update case_heads set code = ?, digest = ?, seal = ? where case_id = ?')
    .run(code, digest, seal, caseId);
  sqlite.prepare('delete from desk_journal').run();
  sqlite.close();
};
