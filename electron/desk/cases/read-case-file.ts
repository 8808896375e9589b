import { Value } from 'typebox/value';
import { canonical } from '#base/canonical.ts';
import { JsonBoundError, parseBounded } from '#base/json/parse-bounded.ts';
import { approvedFileVersion, caseFileFormat, cutFileVersion, signedFileVersion } from '#contract/case.ts';
import { CaseFile, SecretBundle } from '#contract/case-file.ts';
import { CatalogueError } from '#contract/errors.ts';
import { isAdoptionSigned } from './adoption.ts';
import { actionOf, type ChainEntry, signedOf } from './chain.ts';
import { problemOf } from './checked-action.ts';
import { erasureKind } from './erasures.ts';
import { checkFileContents } from './file-contents.ts';
import { isFileSigned } from './file-signature.ts';
import { fold } from './fold.ts';
import { openUnder } from './passphrase.ts';
import { planProblems } from './plan-digests.ts';
import { checkSignatures } from './signatures.ts';
import type { CaseState } from './state.ts';

/**
 * A case file that was looked through: its chain holds together and makes a case, and every signature in it is by the key
 * that it names. Whose keys these are is not said here.
 */
export interface ReadCaseFile {
  readonly file: CaseFile;
  readonly entries: readonly FileEntry[];
  readonly state: CaseState;
  /** Absent without a passphrase, or where the file holds no secrets. */
  readonly bundle?: SecretBundle;
}

/** What an import takes of it. */
export type TakenCaseFile = Omit<ReadCaseFile, 'state'>;

export type FileEntry = ChainEntry & { readonly digest: string };

/**
 * Reads a case file whole before anything is taken in.
 * @throws CatalogueError `caseFile.unreadable`, `.newer`, `.damaged`, `.passphrase`
 */
export const readCaseFile = async (text: string, passphrase?: string): Promise<ReadCaseFile> => {
  const file = shaped(text);
  const entries = linked(file);
  refuseMissigned(file, entries);
  refuseMiscut(file);
  const state = foldAll(file.caseId, entries);
  if (file.target !== undefined && file.target.id !== state.targetId) {
    throw damaged('its target is not the one that the case names');
  }
  const bundle = await bundleOf(file, passphrase);
  checkFileContents(file, bundle, state);
  return { file, entries, state, ...(bundle === undefined ? {} : { bundle }) };
};

const bundleOf = async (
  { sealed, caseId, digest }: CaseFile,
  passphrase: string | undefined,
): Promise<SecretBundle | undefined> => {
  if (passphrase === undefined || sealed === undefined) return undefined;
  const bundle = parsed(await openUnder(passphrase, sealed, `case file ${caseId} ${digest}`));
  if (Value.Check(SecretBundle, bundle)) return bundle;
  throw damaged('its secrets do not have the form that they should');
};

const shaped = (text: string): CaseFile => {
  const value = parsed(text);
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown };
  if (format !== caseFileFormat) throw unreadable(`it does not say that it is a "${caseFileFormat}"`);
  if (!Number.isInteger(version) || (version as number) < 1) throw unreadable('it does not say its version');
  if ((version as number) > approvedFileVersion) {
    throw new CatalogueError('caseFile.newer', { version: version as number, known: approvedFileVersion });
  }
  const [problem] = Value.Errors(CaseFile, value);
  if (problem === undefined) return value as CaseFile;
  throw unreadable(`${problem.instancePath || 'the whole'} ${problem.message}`);
};

/** A chain of ten thousand entries with all their evidence has a tenth of it. */
const mostValues = 3_000_000;

const parsed = (text: string): unknown => {
  try {
    return parseBounded(text, { values: mostValues });
  } catch (error) {
    if (error instanceof JsonBoundError) throw unreadable(error.message);
    // V8's own words quote the text, which may hold what is nobody's business.
    throw unreadable('it is not JSON, or ends too early');
  }
};

const linked = ({ caseId, digest: last, entries }: CaseFile): FileEntry[] => {
  const chain = entries.map((entry, index) => {
    const { seq, kind, content } = entry;
    if (seq !== index + 1) throw damaged(`entry ${index + 1} is missing or not in its place`);
    const problem = problemOf({ kind, content });
    if (problem !== undefined) throw damaged(`entry ${seq} (${kind}): ${problem}`);
    return entryOf(entry);
  });
  const { digests, problems, erasures } = checkSignatures(caseId, chain);
  const differs = chain.find(({ digest }, index) => digest !== digests[index]);
  const [problem] = problems;
  if (problem !== undefined && (differs === undefined || (problem.seq ?? 0) <= differs.seq)) {
    throw damaged(problem.what.replace(/\.$/, ''));
  }
  if (differs !== undefined) throw damaged(`entry ${differs.seq} does not fit its digest`);
  if (digests.at(-1) !== last) throw damaged('its end was cut off');
  const [unfit] = planProblems(chain, erasures);
  if (unfit !== undefined) throw damaged(unfit.what.replace(/\.$/, ''));
  return chain;
};

const entryOf = (entry: CaseFile['entries'][number]): FileEntry => {
  const { seq, at, actor, kind, digest, salt, commitment, signer, signature } = entry;
  return {
    seq,
    at,
    actor,
    kind,
    digest,
    content: canonicalOf(entry),
    salt: salt ?? null,
    commitment: commitment ?? null,
    signer: signer ?? null,
    signature: signature ?? null,
  };
};

/** A file from before signatures has nothing signed, and one of today is signed as a whole. */
const refuseMissigned = (file: CaseFile, entries: readonly FileEntry[]): void => {
  const { version, exporter, adoptions = [], caseId } = file;
  if (version < signedFileVersion) {
    const signed = entries.find((entry) => signedOf(entry) !== undefined || entry.kind === erasureKind);
    if (signed === undefined && exporter === undefined && adoptions.length === 0) return;
    throw damaged(`it says that it is of version ${version}, which had no signatures, and has some`);
  }
  const firstSigned = entries.findIndex((entry) => signedOf(entry) !== undefined);
  const unsignedCount = firstSigned === -1 ? entries.length : firstSigned;
  for (const adoption of adoptions) {
    const { upTo, digest } = adoption;
    const isOfThis = adoption.caseId === caseId && entries[upTo - 1]?.digest === digest;
    if (!isOfThis || upTo > unsignedCount || !isAdoptionSigned(adoption)) {
      throw damaged('what it says of the adoption of its first entries was changed');
    }
  }
  if (!isSignedWhole(file)) {
    throw damaged('its header was changed, or is not signed by the key that it names');
  }
};

/** That it was cut is said under the exporter's signature, and is true of its entries. */
const refuseMiscut = ({ version, cut, entries }: CaseFile): void => {
  const isCutAsSaid = cut !== undefined && version >= cutFileVersion && cut.after === entries.length;
  if (cut === undefined ? version !== cutFileVersion : isCutAsSaid) return;
  throw damaged('what it says of where it was cut was changed');
};

const isSignedWhole = (file: CaseFile): boolean => {
  try {
    return isFileSigned(file);
  } catch {
    // Text that is not Unicode has no canonical form.
    return false;
  }
};

/** Half of a surrogate pair can't be kept in the table as it is. */
const canonicalOf = ({ seq, actor, content }: CaseFile['entries'][number]): string => {
  try {
    if (actor.isWellFormed()) return canonical(content);
  } catch {
    // Told below.
  }
  throw damaged(`entry ${seq} holds text that is not Unicode`);
};

const foldAll = (caseId: string, entries: ReadCaseFile['entries']): CaseState => {
  try {
    let state: CaseState | undefined;
    for (const entry of entries) {
      const action = actionOf(entry);
      state = fold(caseId, state, { ...entry, action });
    }
    return state as CaseState;
  } catch (error) {
    throw damaged(error instanceof Error ? error.message.replace(/\.$/, '') : String(error));
  }
};

const unreadable = (problem: string): CatalogueError =>
  new CatalogueError('caseFile.unreadable', { problem });
const damaged = (problem: string): CatalogueError => new CatalogueError('caseFile.damaged', { problem });
