import { systemTime, toIso } from '#base/clock.ts';
import { caseFileFormat, caseFileVersion } from '#contract/case.ts';
import type { CaseFile, SecretBundle } from '#contract/case-file.ts';
import { CatalogueError } from '#contract/errors.ts';
import { type EntryRow, readEntries, readHead } from '#desk/store/case-chain.ts';
import { readAttachments } from '#desk/store/case-contents.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Reader } from '#desk/store/store.ts';
import { adoptionsFor } from './adoptions.ts';
import { openStoredFile } from './attachments.ts';
import { openCaseSecrets } from './case-secrets.ts';
import { signedOf } from './chain.ts';
import { signFile } from './file-signature.ts';
import { holdsOneOf, knownSecrets } from './known-secrets.ts';
import { sealUnder } from './passphrase.ts';
import type { PortableTargets } from './portable-target.ts';
import { checkSignatures } from './signatures.ts';
import type { CaseState } from './state.ts';
import { foldWhole } from './whole-chain.ts';

interface Parts {
  readonly file: Omit<CaseFile, 'sealed' | 'leftOut' | 'exporter'>;
  readonly bundle: SecretBundle;
  readonly state: CaseState;
}

/**
 * A case as one file. Secrets go along only under a passphrase.
 * @throws CatalogueError `case.notFound`, `case.damaged`
 */
export const exportCase = async (
  context: DeskContext,
  targets: PortableTargets,
  caseId: string,
  passphrase: string | undefined,
): Promise<string> => {
  const { file, bundle, state } = await context.store.read((reader) =>
    partsOf(context, targets, reader, caseId),
  );
  const sealed =
    passphrase === undefined
      ? undefined
      : await sealUnder(passphrase, JSON.stringify(bundle), `case file ${caseId} ${file.digest}`);
  const gone = new Set(file.attachments.map(({ digest }) => digest));
  if (sealed !== undefined) for (const { digest } of bundle.attachments) gone.add(digest);
  const leftOut = {
    secrets: sealed === undefined ? bundle.secrets.length + (bundle.target === undefined ? 0 : 1) : 0,
    attachments: state.attachments
      .filter(({ digest, erased }) => !gone.has(digest) && !erased)
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
  caseId: string,
): Promise<Parts> => {
  const head = await readHead(reader, caseId);
  if (head === undefined) throw new CatalogueError('case.notFound', { reference: caseId });
  const rows = await readEntries(reader, caseId, 0);
  // Out of the table, not out of memory: what was tampered with must not leave as if it were whole.
  const state = foldWhole(context, head, rows);
  const { digests, problems } = checkSignatures(caseId, rows);
  const [problem] = problems;
  if (problem !== undefined) throw new CatalogueError('case.damaged', { caseId, problem: problem.what });
  const entries = rows.map((row, index) => entryOf(row, digests[index] as string));
  const adoptions = await adoptionsFor(context, reader, head, rows, digests);
  const target = await targets.take(reader, state.targetId);
  const contents = await contentsOf(context, targets, reader, state);
  return {
    file: {
      format: caseFileFormat,
      version: caseFileVersion,
      exported: toIso(systemTime.now()),
      caseId,
      digest: state.digest,
      entries,
      ...(adoptions.length === 0 ? {} : { adoptions }),
      attachments: contents.plain,
      ...(target === undefined ? {} : { target: target.plain }),
    },
    bundle: {
      ...(target?.secret === undefined ? {} : { target: target.secret }),
      secrets: await openCaseSecrets(context, reader, caseId),
      attachments: contents.secret,
    },
    state,
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

/** A file may hold a secret that was not known yet when it was attached. */
const contentsOf = async (
  context: DeskContext,
  targets: PortableTargets,
  reader: Reader,
  { id, targetId, attachments }: CaseState,
): Promise<{ plain: CaseFile['attachments']; secret: CaseFile['attachments'] }> => {
  const named = new Set(attachments.map(({ digest }) => digest));
  const secrets = await knownSecrets(context, targets, reader, id, targetId);
  const contents = { plain: [] as CaseFile['attachments'], secret: [] as CaseFile['attachments'] };
  for (const row of await readAttachments(reader, id)) {
    const content = named.has(row.digest) ? openStoredFile(context, row) : undefined;
    if (content === undefined) continue;
    const holds = row.sealed === 1 || holdsOneOf(secrets, content);
    contents[holds ? 'secret' : 'plain'].push({ digest: row.digest, content: content.toString('base64') });
  }
  return contents;
};
