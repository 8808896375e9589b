import type { GivenBy } from '#contract/given-by.ts';
import type { CatalogueIntegration } from '#contract/integration.ts';
import {
  type DetailView,
  type PlatformRoute,
  type RunbookStepView,
  type RunbookView,
  runbookStepLabels,
  runbookSteps,
} from '#contract/runbook.ts';
import type { ResultsByRun } from '#desk/cases/run-results.ts';
import type { CaseState, RunbookState } from '#desk/cases/state.ts';
import { asRecorded } from './agreements.ts';
import type { RunbookFacts, RunbookReading, StepStatus } from './finding.ts';
import { detailSecret, detailViews } from './form.ts';
import { isOutdated } from './late-status.ts';
import { byDecision, decisionCounts, refsInMigration } from './not-migrated.ts';
import { routeOf } from './routes.ts';
import type { RunbookRow } from './rows.ts';
import { statusOf } from './status.ts';
import { caseStepId } from './steps.ts';
import { windowView } from './window.ts';
import { windowVoids } from './window-voids.ts';

const shownHeld = 1000;

/** The runbook as it is shown. @param secret the value of a detail that is kept, by its name there */
export const runbookView = async (
  { state, facts, rows, results }: RunbookReading,
  catalogue: readonly CatalogueIntegration[],
  secret: (name: string) => Promise<string | undefined>,
): Promise<RunbookView> => {
  const { runbook } = state;
  const routes = routesOf(rows, catalogue, runbook);
  const common = { caseId: state.id, revision: state.revision, routes };
  const url = facts.callbackUrl === undefined ? {} : { callbackUrl: facts.callbackUrl };
  if (runbook === undefined) {
    const syncing = { companies: facts.refs.length, confirmed: 0, heldBack: [], heldBackCount: 0 };
    const notMigrated = decisionCounts({ accepted: [], excluded: [], open: facts.notMigrated });
    return { ...common, ...url, steps: [], details: [], companyFields: [], syncing, notMigrated };
  }
  const { form, estimate, window, callbackCheck, handover } = runbook;
  return {
    ...common,
    ...url,
    platformKey: form.platformKey,
    platformName: form.platformName,
    steps: stepViews(state, runbook, facts, results),
    details: await withKept(runbook, secret),
    companyFields: [...form.companyFields],
    ...(estimate === undefined ? {} : { estimate: recorded(estimate) }),
    ...(window === undefined ? {} : { window: windowView(window, windowVoids(state, runbook, facts)) }),
    ...(callbackCheck === undefined ? {} : { callbackCheck: recorded(callbackCheck) }),
    syncing: syncingView(runbook, facts),
    notMigrated: decisionCounts(byDecision(runbook, facts.notMigrated)),
    ...(handover === undefined ? {} : { handover: handoverView(state, handover) }),
  };
};

/** Of the platforms in the case, the runbook's among them. */
const routesOf = (
  rows: readonly RunbookRow[],
  catalogue: readonly CatalogueIntegration[],
  runbook: RunbookState | undefined,
): PlatformRoute[] => {
  const here = new Set(rows.map(({ platformKey }) => platformKey));
  if (runbook !== undefined) here.add(runbook.form.platformKey);
  return catalogue.filter(({ platformKey }) => here.has(platformKey)).map(routeOf);
};

export const stepViews = (
  state: CaseState,
  runbook: RunbookState,
  facts?: RunbookFacts,
  results?: ResultsByRun,
): RunbookStepView[] =>
  statusOf(state, runbook, facts, results).map((status) => stepView(state, runbook, status));

const stepView = (
  { steps }: CaseState,
  { overrides, since }: RunbookState,
  { id, state, evidence, missing, remarks, doneAt, doneBy }: StepStatus,
): RunbookStepView => {
  const { title, responsible, doneWhen } = runbookStepLabels[id];
  const step = steps.find((one) => one.id === caseStepId(id));
  const override = overrides.get(id);
  const openSince = step?.state === 'open' ? step.since : since.at;
  const begun = { open: openSince, done: doneAt ?? since.at, overruled: override?.at ?? since.at }[state];
  return {
    id,
    number: runbookSteps.indexOf(id) + 1,
    title,
    responsible: step?.responsible ?? responsible,
    doneWhen,
    state,
    since: begun,
    ...(step?.due === undefined ? {} : { due: step.due }),
    ...(state === 'done' && doneBy !== undefined ? { doneBy } : {}),
    ...(state === 'done' && doneAt !== undefined ? { doneAt } : {}),
    evidence: [...evidence],
    missing: [...missing],
    remarks: [...(remarks ?? [])],
    ...(override === undefined
      ? {}
      : { overrule: { by: override.by, reason: override.reason, at: override.at } }),
  };
};

const withKept = (
  runbook: RunbookState,
  secret: (name: string) => Promise<string | undefined>,
): Promise<DetailView[]> =>
  Promise.all(
    detailViews(runbook).map(async (view) =>
      view.secret && view.state === 'given'
        ? { ...view, kept: (await secret(detailSecret(view.name))) !== undefined }
        : view,
    ),
  );

const recorded = <T extends { readonly seq: number; readonly actor: string; readonly given?: GivenBy }>({
  seq: _,
  actor,
  given: _given,
  ...content
}: T) => ({
  ...content,
  by: actor,
});

const syncingView = (runbook: RunbookState, facts: RunbookFacts): RunbookView['syncing'] => {
  const { syncing, overrides } = runbook;
  const refs = refsInMigration(runbook, facts);
  const open = refs.filter((ref) => !syncing.has(ref));
  const heldBack = overrides.has('disable-syncing') ? [] : open;
  return {
    companies: refs.length,
    confirmed: refs.length - open.length,
    heldBack: heldBack.slice(0, shownHeld),
    heldBackCount: heldBack.length,
  };
};

const handoverView = (state: CaseState, handover: NonNullable<RunbookState['handover']>) => {
  const { signOffs, ...content } = handover;
  return {
    ...recorded(content),
    signOffs: signOffs.map(asRecorded),
    outdated: isOutdated(state, handover),
  };
};
