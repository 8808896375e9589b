import type { CaseAction, CaseRequest } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import { localTargetId } from '#contract/target.ts';
import { readAttachment } from '#desk/store/case-contents.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { dropEndedJobsOf } from '#desk/store/jobs.ts';
import type { Reader, Tx } from '#desk/store/store.ts';
import { createCommit } from './acting.ts';
import { createAsking } from './asking.ts';
import { createAttaching } from './attaching.ts';
import { openStoredFile } from './attachments.ts';
import { refuseMissingTarget, refuseTakenName } from './case-names.ts';
import { keepCaseSecret, openCaseSecret } from './case-secrets.ts';
import type { Cases } from './cases.ts';
import { readChainPart } from './chain-part.ts';
import { checkChain, readStretches } from './check-chain.ts';
import { createErasing } from './erasing.ts';
import { exportCase } from './export-file.ts';
import { createFinding } from './finding.ts';
import { type FourEyes, noFourEyes } from './four-eyes.ts';
import { importCase } from './import-file.ts';
import { createKeptSummaries } from './kept-summaries.ts';
import { createListing } from './listing.ts';
import { createPortableTargets } from './portable-target.ts';
import { createCaseRecords } from './records.ts';
import { createRemoving } from './removing.ts';
import { standardSteps } from './standard-steps.ts';
import { createStepEngine } from './steps/index.ts';
import type { StepModule } from './steps/table.ts';
import { viewOf } from './views.ts';

/**
 * Cases on `desk.db`.
 * @param modules the tables of what steps depend on; steps that none knows are set by hand
 * @param forgetJobs of a case that was deleted, or in which something was erased
 * @param fourEyes asks for second persons; nobody does, if left out
 */
export const createCases = (
  context: DeskContext,
  modules: readonly StepModule[] = [],
  forgetJobs: (caseId: string) => void = () => {},
  fourEyes: FourEyes = noFourEyes,
): Cases => {
  const { store, newId } = context;
  const records = createCaseRecords(context);
  const targets = createPortableTargets(context);
  const steps = createStepEngine(modules);
  const commit = createCommit(records, steps, fourEyes);
  const asking = createAsking({ store, records, commit, fourEyes });
  const read = async (reader: Reader, caseId: string) =>
    steps.shown(await records.read(reader, caseId), reader);
  const listing = createListing(createKeptSummaries(context, read));
  /** What jobs that ended tell of a case goes with it, or with what is erased of it. */
  const dropJobs = async (tx: Tx, caseId: string): Promise<void> => {
    await dropEndedJobsOf(tx, caseId);
    tx.afterCommit(() => forgetJobs(caseId));
  };

  return {
    ...listing,
    ...createFinding(store, listing),
    ...createAttaching(context, records, targets, commit),
    ...createRemoving(context, dropJobs),
    ...createErasing(context, records, dropJobs),
    act: (caseId, actor, decide, { revision, secrets = [], needs, also, afterwards } = {}) =>
      asking(caseId, actor, () =>
        store.write(async (tx) => {
          await also?.(tx);
          const state = await commit(tx, caseId, actor, decide, { revision, needs });
          for (const { name, value } of secrets) await keepCaseSecret(context, tx, caseId, name, value);
          await afterwards?.(tx, state);
          return state;
        }),
      ),
    async create(request, actor) {
      const caseId = newId();
      const state = await store.write(async (tx) => {
        const { targetId = localTargetId } = request;
        await refuseMissingTarget(tx, targetId);
        await refuseTakenName(tx, request.name);
        return records.append(tx, caseId, actor, [opening(request, targetId)]);
      });
      return viewOf(await steps.shown(state));
    },
    view: async (caseId) => viewOf(await store.read((reader) => read(reader, caseId))),
    state: (caseId) => store.read((reader) => read(reader, caseId)),
    stateAt: async (caseId, seq) =>
      steps.shown(await store.read((reader) => records.readAt(reader, caseId, seq))),
    chain: (caseId, upTo) => readChainPart(context, caseId, upTo),
    async attachment(caseId, attachmentId) {
      return store.read(async (reader) => {
        const state = await records.read(reader, caseId);
        const attachment = state.attachments.find(({ id }) => id === attachmentId);
        const row = attachment && (await readAttachment(reader, caseId, attachment.digest));
        if (attachment === undefined) throw new CatalogueError('attachment.notFound', { id: attachmentId });
        if (attachment.erased) throw new CatalogueError('attachment.erased');
        const content = row && openStoredFile(context, row);
        if (content === undefined) throw new CatalogueError('attachment.leftOut', { name: attachment.name });
        return content;
      });
    },
    secret: (caseId, name) => store.read((reader) => openCaseSecret(context, reader, caseId, name)),
    stretches: (caseId) => store.read((reader) => readStretches(context, reader, caseId)),
    verify: (caseId, expect) => checkChain(context, caseId, expect),
    exportFile: (caseId, passphrase, options = {}) =>
      exportCase(context, targets, caseId, { ...options, passphrase }),
    importFile: (text, actor, options = {}) =>
      importCase(context, { records, targets, steps, fourEyes }, text, actor, options),
  };
};

const opening = (request: CaseRequest, targetId: string): CaseAction => {
  const { name, integrator = name, parts = ['webhooks'], clientId } = request;
  return {
    kind: 'case.opened',
    content: {
      name,
      integrator,
      parts,
      targetId,
      ...(clientId === undefined ? {} : { clientId }),
      steps: standardSteps(parts),
    },
  };
};
