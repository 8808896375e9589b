import { systemTime, toIso } from '#base/clock.ts';
import {
  approvedFileVersion,
  caseFileFormat,
  caseFileVersion,
  cutFileVersion,
  exchangedFileVersion,
  ownedFileVersion,
} from '#contract/case.ts';
import type { CaseFile, SecretBundle } from '#contract/case-file.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { EntryRow } from '#desk/store/case-chain.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { unlessDamaged } from '#desk/store/readable-rows.ts';
import type { Reader } from '#desk/store/store.ts';
import { adoptionsFor } from './adoptions.ts';
import { openCaseSecrets } from './case-secrets.ts';
import { signedOf } from './chain.ts';
import { readEvidence } from './evidence.ts';
import { type ExportedPart, readSoundPart, readWhole } from './exported-part.ts';
import { signFile } from './file-signature.ts';
import { sealUnder } from './passphrase.ts';
import type { PortableTargets } from './portable-target.ts';
import type { CaseState } from './state.ts';

export interface ExportOptions {
  /** Secrets go along only under it. */
  readonly passphrase?: string | undefined;
  /** Of a damaged case: its longest sound part. */
  readonly asFarAsSound?: boolean | undefined;
  /** The key of its target stays here, also under a passphrase. */
  readonly withoutTargetKey?: boolean | undefined;
}

interface Parts {
  readonly file: Omit<CaseFile, 'sealed' | 'leftOut' | 'exporter'>;
  readonly bundle: SecretBundle;
  readonly state: CaseState;
}

/**
 * A case as one file.
 * @throws CatalogueError `case.notFound`, `case.damaged`, `case.evidenceDamaged`, `case.nothingSound`
 */
export const exportCase = async (
  context: DeskContext,
  targets: PortableTargets,
  caseId: string,
  { passphrase, asFarAsSound = false, withoutTargetKey = false }: ExportOptions,
): Promise<string> => {
  const { file, bundle, state } = await context.store.read(async (reader) => {
    const part = asFarAsSound
      ? await readSoundPart(context, reader, caseId)
      : await readWhole(context, reader, caseId);
    return partsOf(context, targets, reader, part);
  });
  const { target, ...besideTarget } = bundle;
  const given: SecretBundle = withoutTargetKey ? besideTarget : bundle;
  const withheld = given.target === target ? 0 : 1;
  const sealed =
    passphrase === undefined
      ? undefined
      : await sealUnder(passphrase, JSON.stringify(given), `case file ${caseId} ${file.digest}`);
  const gone = new Set(file.attachments.map(({ digest }) => digest));
  if (sealed !== undefined) for (const { digest } of bundle.attachments) gone.add(digest);
  const missing = new Set(file.cut?.missing.map(({ attachment }) => attachment));
  const leftOut = {
    secrets: sealed === undefined ? bundle.secrets.length + (target === undefined ? 0 : 1) : withheld,
    attachments: state.attachments
      .filter(({ name, digest, erased }) => !gone.has(digest) && !erased && !missing.has(name))
      .map(({ name }) => name),
  };
  const whole = signFile(context.identity, {
    ...file,
    leftOut,
    ...(sealed === undefined ? {} : { sealed }),
  });
  return `${JSON.stringify(whole, undefined, 1)}\n`;
};

const partsOf = async (
  context: DeskContext,
  targets: PortableTargets,
  reader: Reader,
  { head, rows, digests, state, known, why }: ExportedPart,
): Promise<Parts> => {
  const caseId = state.id;
  const evidence = await readEvidence(context, targets, reader, state, head, rows);
  const [damage] = evidence.damaged;
  if (known === undefined && damage !== undefined) {
    throw new CatalogueError('case.evidenceDamaged', { caseId, problem: damage.what });
  }
  const beside = await readBeside(context, targets, reader, state);
  const missing = [...evidence.damaged, ...beside.missing];
  const isCut = known !== undefined && (why !== undefined || missing.length > 0);
  const cut = {
    after: rows.length,
    of: known ?? rows.length,
    ...(why === undefined ? {} : { why }),
    missing,
  };
  const adoptions = await adoptionsFor(context, reader, head, rows, digests);
  return {
    file: {
      format: caseFileFormat,
      version: versionOf(rows, isCut),
      exported: toIso(systemTime.now()),
      caseId,
      digest: state.digest,
      entries: rows.map((row, index) => entryOf(row, digests[index] as string)),
      ...(adoptions.length === 0 ? {} : { adoptions }),
      attachments: evidence.plain,
      ...(beside.target === undefined ? {} : { target: beside.target.plain }),
      ...(isCut ? { cut } : {}),
    },
    bundle: {
      ...(beside.target?.secret === undefined ? {} : { target: beside.target.secret }),
      secrets: beside.secrets,
      attachments: evidence.secret,
    },
    state,
  };
};

const versionOf = (rows: readonly EntryRow[], isCut: boolean): number => {
  if (rows.some(({ kind }) => kind.startsWith('approval.'))) return approvedFileVersion;
  if (rows.some(isOfVersion8)) return exchangedFileVersion;
  const namesOwner = rows.some(
    ({ kind, content }) => kind === 'case.changed' && JSON.parse(content).changes.owner !== undefined,
  );
  if (namesOwner) return ownedFileVersion;
  return isCut ? cutFileVersion : caseFileVersion;
};

const isOfVersion8 = ({ kind, content }: EntryRow): boolean =>
  /^(?:exchange|mail|coverage)\./.test(kind) ||
  kind === 'tokens.sampleChecked' ||
  kind === 'tokens.excluded' ||
  kind === 'tokens.included' ||
  (kind === 'runbook.signedOff' && JSON.parse(content).signature !== undefined) ||
  (kind === 'evidence.added' && JSON.parse(content).evidence.collector === 'exec') ||
  (kind === 'tokens.imported' && JSON.parse(content).restated !== undefined);

/** What a case has besides its chain and its attachments. */
const readBeside = async (
  context: DeskContext,
  targets: PortableTargets,
  reader: Reader,
  { id, targetId }: CaseState,
) => {
  const target = await unlessDamaged(async () => ({ taken: await targets.take(reader, targetId) }));
  const secrets = await unlessDamaged(() => openCaseSecrets(context, reader, id));
  const unread = (what: string) => ({ what: `${what} can't be read: a page of desk.db is damaged.` });
  return {
    target: target?.taken,
    secrets: secrets ?? [],
    missing: [
      ...(target === undefined ? [unread('The target of the case')] : []),
      ...(secrets === undefined ? [unread('The secrets of the case')] : []),
    ],
  };
};

const entryOf = (row: EntryRow, digest: string): CaseFile['entries'][number] => {
  const { seq, at, actor, kind, content } = row;
  const signed = signedOf(row);
  return {
    seq,
    at,
    actor,
    kind,
    content: JSON.parse(content),
    digest,
    ...(signed === undefined
      ? {}
      : {
          salt: signed.salt,
          commitment: signed.commitment,
          signer: signed.signer,
          signature: signed.signature,
        }),
  };
};
