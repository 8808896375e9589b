import type { CaseAction, CaseActionOf } from '#contract/case.ts';

type Causes = {
  readonly [K in CaseAction['kind']]?: (content: CaseActionOf<K>['content']) => string | undefined;
};

const count = (number: number, one: string, several: string): string =>
  number === 1 ? `1 ${one}` : `${number} ${several}`;

/** What an action is to the steps that it opens again, as a noun phrase; none of them names a person. */
const causes: Causes = {
  'case.changed': ({ changes }) =>
    changes.targetId !== undefined
      ? 'another target'
      : changes.clientId === undefined
        ? 'a change of the case'
        : 'another client id',
  'evidence.added': () => 'new evidence',
  'coverage.stated': () => 'another coverage of a test run',
  'coverage.withdrawn': () => 'a withdrawn confirmation of coverage',
  'observation.seen': () => 'new observed calls',
  'finding.restored': () => 'a finding that counts again',
  'row.answered': ({ row }) => `a new answer to the check ${row}`,
  'row.overruled': ({ row }) => `a new override of the check ${row}`,
  'row.restored': ({ row, what }) =>
    what === 'answers'
      ? `a withdrawn answer to the check ${row}`
      : `a withdrawn override of the check ${row}`,
  'request.drafted': () => 'a new draft of the request',
  'cutover.planned': () => 'a new plan of the cutover',
  'cutover.conflictDecided': () => 'a decision about a header',
  'cutover.compared': () => 'another comparison of both mechanisms',
  'cutover.reversed': () => 'the reversal of the cutover',
  'cutover.soakStarted': () => 'a new soak',
  'cutover.soakObserved': () => 'what the soak found',
  'endpoint.observed': ({ state }) => (state === 'there' ? undefined : 'a change of an endpoint'),
  'doctor.ran': () => 'another run of the doctor',
  'cutover.checked': () => 'a check of the cutover',
  'profile.observed': ({ state }) => (state === 'changed' ? 'another auth header of the profile' : undefined),
  'headers.planned': () => 'a change of planned headers',
  'headers.set': () => 'a change of headers',
  'headers.checked': () => 'a header check',
  'tokens.imported': ({ ready, invalid }) =>
    `a new import of ${count(ready + invalid, 'company', 'companies')}`,
  'tokens.runStarted': ({ kind }) => `a new ${kind}`,
  'tokens.runEnded': ({ counts: { undone } }) =>
    undone > 0 ? `the undo of ${count(undone, 'company', 'companies')}` : 'the result of a run',
  'tokens.duplicatesDecided': () => 'a decision about duplicates',
  'runbook.opened': () => 'another form for the platform',
  'runbook.detailsSupplied': () => 'changed details',
  'runbook.estimated': () => 'a new estimate',
  'runbook.windowProposed': () => 'a newly proposed migration window',
  'runbook.callbackChecked': () => 'a check of the callback URLs',
  'runbook.syncingRevoked': () => 'a withdrawn confirmation',
  'runbook.handedOver': () => 'a new handover document',
  'runbook.stepRestored': () => 'a withdrawn override',
};

/** undefined if none of them is known to open a step. */
export const causeOf = (actions: readonly CaseAction[]): string | undefined => {
  for (const { kind, content } of actions) {
    const said = (causes[kind] as ((content: unknown) => string) | undefined)?.(content);
    if (said !== undefined) return said;
  }
  return undefined;
};
