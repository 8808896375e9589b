import { systemTime, toIso } from '#base/clock.ts';
import { runTask } from '#base/worker/run-task.ts';
import type { ImportRecord, ImportResult, SignerDecision } from '#contract/case.ts';
import { cutLines } from '#contract/case-cut.ts';
import { CatalogueError } from '#contract/errors.ts';
import { refuseHeld } from '#desk/journal/holds.ts';
import { type EntryRow, readEntries, readHead } from '#desk/store/case-chain.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { digestsOf } from './chain.ts';
import { readStretches } from './check-chain.ts';
import { eraseHere } from './erase-here.ts';
import { erasureKind, erasuresIn } from './erasures.ts';
import type { FourEyes } from './four-eyes.ts';
import { takeContents } from './import-contents.ts';
import { decideSigners } from './import-signers.ts';
import { refuseUnapproved } from './imported-unapproved.ts';
import { importsOf } from './imports.ts';
import { inTurn } from './passphrase.ts';
import type { PortableTargets } from './portable-target.ts';
import { readCaseFile, type TakenCaseFile } from './read-case-file.ts';
import type { CaseRecords } from './records.ts';
import type { StepEngine } from './steps/index.ts';
import { viewOf } from './views.ts';

/** A shorter one is read here, in some milliseconds: to start a thread for it would take longer. */
const threadFrom = 65_536;
/** It may hold 300 MB of attachments, and ask for 256 MiB to open its secrets. */
const bounds = { what: 'The case file', timeMs: 120_000, heapMb: 2048, resultBytes: 512 * 1_048_576 };

/** What a colleague erased or detached goes here, too. */
const takesAway: ReadonlySet<string> = new Set([erasureKind, 'attachment.removed']);

export interface ImportOptions {
  readonly passphrase?: string | undefined;
  /** What to do with what was signed by keys that are not known here. */
  readonly signers?: readonly SignerDecision[] | undefined;
  /** Left out, it may: add a target, and bring what a policy here asks a second person for. */
  readonly isAdmin?: boolean | undefined;
}

interface ImportParts {
  readonly records: CaseRecords;
  readonly targets: PortableTargets;
  readonly steps: StepEngine;
  readonly fourEyes: Pick<FourEyes, 'asks'>;
}

/**
 * Takes a case in from a file: all of it, or nothing. A case that is here already is continued, if the file's chain
 * continues from it.
 * @throws CatalogueError `caseFile.…`, `reading.…`, `case.damaged`, `approval.importedUnapproved`
 */
export const importCase = async (
  context: DeskContext,
  { records, targets, steps, fourEyes }: ImportParts,
  text: string,
  actor: string,
  { passphrase, signers = [], isAdmin = true }: ImportOptions,
): Promise<ImportResult> => {
  const read = await readFile(text, passphrase);
  const { file, entries } = read;
  const erasures = erasuresIn(entries);
  const result = await context.store.write(async (tx) => {
    const here = await readEntries(tx, file.caseId, 0);
    const known = commonEntries(read, here);
    const fresh = entries.slice(known);
    if (fresh.some(({ kind }) => takesAway.has(kind))) await refuseHeld(context, tx, file.caseId);
    await decideSigners(context, tx, read, fresh, actor, signers);
    const before = importsOf((await readHead(tx, file.caseId)) ?? { imported: null });
    const record = importRecord(read, known, actor);
    if (fresh.length > 0) {
      const imported = JSON.stringify([...before, record]);
      await records.adopt(tx, file.caseId, actor, fresh, imported, erasures);
      if (await eraseHere(context, tx, read, known)) await records.refold(tx, file.caseId);
    }
    const state = await records.read(tx, file.caseId);
    if (!isAdmin) await refuseUnapproved(context, tx, state, fresh, fourEyes);
    const taking = { isBehind: entries.length < here.length, addsTarget: isAdmin };
    const taken = await takeContents(context, tx, targets, read, state, taking);
    return {
      case: viewOf(await steps.shown(state, tx)),
      outcome: here.length === 0 ? 'new' : fresh.length > 0 ? 'continued' : 'nothing-new',
      ...taken,
      stretches: await readStretches(context, tx, file.caseId),
    } as const;
  });
  // A case that was not here replaces nothing; emptying the log holds up everything else meanwhile.
  if (result.outcome !== 'new') await context.store.overwriteDeleted();
  return result;
};

const readFile = (text: string, passphrase: string | undefined): Promise<TakenCaseFile> => {
  if (text.length < threadFrom) return readCaseFile(text, passphrase);
  const reading = () => runTask<TakenCaseFile>('case-file', { text, passphrase }, bounds);
  return passphrase === undefined ? reading() : inTurn(reading);
};

const importRecord = ({ file, entries }: TakenCaseFile, known: number, actor: string): ImportRecord => ({
  from: known + 1,
  upTo: entries.length,
  at: toIso(systemTime.now()),
  by: actor,
  digest: file.digest,
  ...(file.cut === undefined ? {} : { cut: cutLines(file.cut) }),
  ...(file.adoptions === undefined ? {} : { adoptions: file.adoptions }),
});

/**
 * How many entries of the file are here already.
 * @throws CatalogueError `caseFile.diverged`
 */
const commonEntries = ({ file, entries }: TakenCaseFile, here: readonly EntryRow[]): number => {
  const digests = digestsOf(file.caseId, here);
  const differs = digests.findIndex((digest, index) => entries[index]?.digest !== digest);
  const common = differs === -1 ? here.length : differs;
  const [mine, theirs] = [here[common], entries[common]];
  if (mine !== undefined && theirs !== undefined) {
    throw new CatalogueError('caseFile.diverged', { common, here: words(mine), there: words(theirs) }, [], {
      info: {
        conflict: {
          yours: here.slice(common, common + mostShown).map(shown),
          theirs: entries.slice(common, common + mostShown).map(shown),
        },
      },
    });
  }
  return common;
};

const mostShown = 50;
const shown = ({
  seq,
  at,
  actor,
  kind,
  content,
}: Pick<EntryRow, 'seq' | 'at' | 'actor' | 'kind' | 'content'>) => ({
  seq,
  at,
  actor,
  kind,
  content: JSON.parse(content) as unknown,
});
const words = ({ kind, actor, at }: Pick<EntryRow, 'kind' | 'actor' | 'at'>): string =>
  `${kind} by ${actor} at ${at}`;
