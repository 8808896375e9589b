import { CatalogueError } from '#contract/errors.ts';
import { readResults } from '#desk/cases/run-results.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { type Acting, type RunbookParts, runbookOf } from './acting.ts';
import { agreementOf, refuseBefore } from './agreements.ts';
import type { RunbookFacts } from './finding.ts';
import { handoverMarkdown } from './handover.ts';
import { isOutdated, undecided, unfinished } from './late-status.ts';
import { byDecision } from './not-migrated.ts';
import { migratedRuns, outcomesOf, type RunWithResults } from './outcomes.ts';
import type { CompleteStep } from './runbooks.ts';
import { openBefore, statusOf } from './status.ts';

/** Step 6. */
export const createCompleteStep = ({ cases }: RunbookParts, { act, read }: Acting): CompleteStep => {
  const resultsOf = async (state: CaseState): Promise<RunWithResults[]> => {
    const runs = migratedRuns(state);
    const found = await readResults(cases, state, runs);
    return runs.map((run) => ({ run, ...found.get(run.started.runId) }));
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
    async signOff(caseId, { digest, ...request }, actor) {
      const agreement = agreementOf(request);
      return act(caseId, actor, (state, runbook, facts) => {
        const { handover } = runbook;
        if (handover === undefined) throw new CatalogueError('runbook.noHandover');
        if (digest !== undefined && digest !== handover.digest) {
          throw new CatalogueError('runbook.handoverChanged');
        }
        const open = undecided(runbook, facts);
        if (open.length > 0) throw new CatalogueError('runbook.openCompanies', { open: open.join(' ') });
        if (isOutdated(state, handover)) throw new CatalogueError('runbook.handoverOutdated');
        refuseBefore(request.at, handover.at, 'the handover document was created');
        return [{ kind: 'runbook.signedOff', content: { digest: handover.digest, agreement } }];
      });
    },
  };
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
