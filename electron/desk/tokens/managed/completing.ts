import { CatalogueError, invalid } from '#contract/errors.ts';
import type { SignatureFile } from '#contract/outside-signature.ts';
import type { RunbookView, SignOffRequest } from '#contract/runbook.ts';
import { readResults } from '#desk/cases/run-results.ts';
import type { CaseState, RunbookState } from '#desk/cases/state.ts';
import { type Acting, type RunbookParts, runbookOf } from './acting.ts';
import { agreementOf, refuseBefore } from './agreements.ts';
import type { RunbookFacts } from './finding.ts';
import { handoverMarkdown } from './handover.ts';
import { isOutdated, undecided, unfinished } from './late-status.ts';
import { byDecision } from './not-migrated.ts';
import { migratedRuns, outcomesOf, type RunWithResults } from './outcomes.ts';
import { checkOutside } from './outside-signature.ts';
import type { CompleteStep } from './runbooks.ts';
import { openBefore, statusOf } from './status.ts';

type Handover = NonNullable<RunbookState['handover']>;

const twoFiles = () =>
  invalid({
    itemId: 'signature',
    message: 'Give either signature or attachmentId.',
    validatorName: 'signature',
  });

/** Step 6. */
export const createCompleteStep = ({ cases }: RunbookParts, { act, read }: Acting): CompleteStep => {
  const resultsOf = async (state: CaseState): Promise<RunWithResults[]> => {
    const runs = migratedRuns(state);
    const found = await readResults(cases, state, runs);
    return runs.map((run) => ({ run, ...found.get(run.started.runId) }));
  };

  /** Nothing is attached before there is something to sign, and the signature is in order. */
  const signOutside = async (
    caseId: string,
    file: SignatureFile,
    request: Omit<SignOffRequest, 'signature'>,
    actor: string,
  ): Promise<RunbookView> => {
    if (request.attachmentId !== undefined) throw twoFiles();
    const { state, facts } = await read(caseId);
    const { digest, attachmentId: documentId } = toSign(state, facts, request);
    // What is wrong with the rest of the request is said first, too.
    agreementOf({ ...request, attachmentId: documentId });
    const document = await cases.attachment(caseId, documentId);
    const signature = checkOutside(file, Buffer.from(file.content, 'base64'), document);
    const { attachments } = await cases.attach(
      caseId,
      {
        ...{ name: file.name, content: file.content },
        note: `Signature of the ${request.party} on the handover document ${digest}, made outside of Carryover`,
      },
      actor,
    );
    const made = attachments.at(-1);
    if (made === undefined) throw new Error('The signature was not attached.');
    const agreement = agreementOf({ ...request, attachmentId: made.id });
    return act(caseId, actor, (now, _runbook, later) => {
      toSign(now, later, { ...request, digest });
      return [{ kind: 'runbook.signedOff', content: { digest, agreement, signature } }];
    });
  };

  return {
    async handoverDocument(caseId) {
      const { state, facts } = await read(caseId);
      const { handover } = runbookOf(state);
      if (handover !== undefined) {
        return (await cases.attachment(caseId, handover.attachmentId)).toString('utf8');
      }
      return handoverMarkdown(state, await resultsOf(state), facts);
    },
    async handOver(caseId, actor) {
      const { state, facts } = await read(caseId);
      refuseUnfinished(state, facts);
      const results = await resultsOf(state);
      refuseUnread(results);
      const content = Buffer.from(handoverMarkdown(state, results, facts)).toString('base64');
      const name = `handover-${state.revision}.md`;
      const { attachments } = await cases.attach(caseId, { name, content }, actor);
      const made = attachments.findLast((one) => one.name === name);
      if (made === undefined) throw new Error('The handover document was not attached.');
      const { migrated, failures, notMigrated } = outcomesOf(results, notValid(facts));
      const [done, failed] = [migrated.length, failures.length];
      return act(caseId, actor, (now) => {
        refuseUnfinished(now, facts);
        const { id: attachmentId, digest } = made;
        const { accepted, excluded } = byDecision(runbookOf(now), facts.notMigrated);
        const decided = { accepted: accepted.length, excluded: excluded.length };
        const counts = { done, failed, notMigrated, ...decided };
        return [
          {
            kind: 'runbook.handedOver',
            content: { attachmentId, digest, chainDigest: state.digest, ...counts },
          },
        ];
      });
    },
    async signOff(caseId, { signature, ...request }, actor) {
      if (signature !== undefined) return signOutside(caseId, signature, request, actor);
      const agreement = agreementOf(request);
      return act(caseId, actor, (state, _runbook, facts) => {
        const { digest } = toSign(state, facts, request);
        return [{ kind: 'runbook.signedOff', content: { digest, agreement } }];
      });
    },
  };
};

/** The document on record, if it can be signed. @throws CatalogueError why it can't */
const toSign = (
  state: CaseState,
  facts: RunbookFacts,
  { digest, at }: Pick<SignOffRequest, 'digest' | 'at'>,
): Handover => {
  const runbook = runbookOf(state);
  const { handover } = runbook;
  if (handover === undefined) throw new CatalogueError('runbook.noHandover');
  if (digest !== undefined && digest !== handover.digest) throw new CatalogueError('runbook.handoverChanged');
  const open = undecided(runbook, facts);
  if (open.length > 0) throw new CatalogueError('runbook.openCompanies', { open: open.join(' ') });
  if (isOutdated(state, handover)) throw new CatalogueError('runbook.handoverOutdated');
  refuseBefore(at, handover.at, 'the handover document was created');
  return handover;
};

/** @throws CatalogueError `runbook.none`, `runbook.companiesLeft` */
const refuseUnfinished = (state: CaseState, facts: RunbookFacts): void => {
  const runbook = runbookOf(state);
  const missing = [
    ...unfinished(state, openBefore(statusOf(state, runbook, facts), 'complete')),
    ...undecided(runbook, facts),
  ];
  if (missing.length > 0) throw new CatalogueError('runbook.companiesLeft', { missing: missing.join(' ') });
};

/** Rows that no run includes. */
const notValid = ({ notMigrated }: RunbookFacts): { readonly invalid: number } => ({
  invalid: notMigrated.filter(({ state }) => state === 'invalid').length,
});

/** A document without results that can't be read would be incomplete. @throws CatalogueError `runbook.resultsGone` */
const refuseUnread = (results: readonly RunWithResults[]): void => {
  const unread = results.find((one) => one.results === undefined);
  if (unread === undefined) return;
  const { run, problem = '' } = unread;
  throw new CatalogueError('runbook.resultsGone', {
    kind: run.started.kind,
    at: run.ended?.at ?? '',
    problem,
  });
};
