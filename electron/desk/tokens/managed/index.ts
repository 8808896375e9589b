import { canonical } from '#base/canonical.ts';
import { parseInstant, toIso } from '#base/clock.ts';
import type { CaseAction } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { CatalogueIntegration } from '#contract/integration.ts';
import { type RunbookStep, runbookStepLabels } from '#contract/runbook.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { GateOf } from '#desk/tokens/tokens.ts';
import { callbackUrlOf, createActing, type RunbookParts } from './acting.ts';
import { createCompleteStep } from './completing.ts';
import { createDecideStep } from './deciding.ts';
import { formOf } from './form.ts';
import { gateIn } from './gate.ts';
import { notMigratedIn } from './not-migrated.ts';
import { lastPilot } from './pilot.ts';
import { pilotCompanyIn } from './pilot-company.ts';
import { refuseUnmanaged, routeMarkdown, routeOf } from './routes.ts';
import type { Runbooks } from './runbooks.ts';
import { createScheduleStep } from './scheduling.ts';
import { statusOf } from './status.ts';
import { caseStepId, missingSteps, replacedStep } from './steps.ts';
import { createSupplyStep } from './supplying.ts';
import { createSyncingStep } from './syncing.ts';
import { createUpdateStep } from './updating.ts';

/** The managed runbook, and the gate that runs of the case go through. */
export const createRunbooks = (
  context: DeskContext,
  parts: RunbookParts,
): Runbooks & { readonly gateOf: GateOf } => {
  const { cases, catalogue } = parts;
  const acting = createActing(context, parts);
  const { act, read, view } = acting;

  const integration = async (platformKey: string): Promise<CatalogueIntegration> => {
    const found = (await catalogue()).find((one) => one.platformKey === platformKey);
    if (found === undefined) throw new CatalogueError('integration.notFound', { platformKey });
    return found;
  };

  return {
    ...createSupplyStep(context, parts, acting),
    ...createScheduleStep(context, parts, acting),
    ...createUpdateStep(parts, acting),
    ...createSyncingStep(acting),
    ...createCompleteStep(parts, acting),
    ...createDecideStep(acting),
    show: async (caseId) => view(await read(caseId)),
    async open(caseId, platformKey, actor) {
      const found = await integration(platformKey);
      refuseUnmanaged(found);
      const form = formOf(found);
      const reading = await read(caseId);
      const state = await cases.act(caseId, actor, (now) => openingActions(now, form));
      return view({ ...reading, state });
    },
    override: (caseId, step, { reason, by = undefined, revision }, actor) =>
      act(
        caseId,
        actor,
        (state, runbook, facts) => {
          if (statusOf(state, runbook, facts).some(({ id, state: is }) => id === step && is === 'done')) {
            throw new CatalogueError('runbook.alreadyDone', titleOf(step));
          }
          return [{ kind: 'runbook.overruled', content: { step, by: by ?? actor, reason } }];
        },
        { revision },
      ),
    restore: (caseId, step, actor) =>
      act(caseId, actor, (_state, { overrides }) => {
        if (!overrides.has(step)) throw new CatalogueError('runbook.notOverridden', titleOf(step));
        return [{ kind: 'runbook.stepRestored', content: { step } }];
      }),
    due(caseId, step, { due, revision }, actor) {
      const instant = due === null ? null : toIso(parseInstant(due, 'due'));
      const change = { kind: 'step.changed', content: { id: caseStepId(step), due: instant } } as const;
      return act(caseId, actor, () => [change], { revision });
    },
    route: async (platformKey) => routeOf(await integration(platformKey)),
    routeMarkdown: async (platformKey) => routeMarkdown(routeOf(await integration(platformKey))),
    gateOf: createGateOf(context, parts),
  };
};

const createGateOf =
  ({ store }: DeskContext, { cases, targets }: RunbookParts): GateOf =>
  async (caseId, kind, refs) => {
    const state = await cases.state(caseId);
    const callbackUrl = state.runbook && (await callbackUrlOf(targets, state));
    const hasPilot = state.runbook !== undefined && lastPilot(state, state.runbook) !== undefined;
    const { notMigrated, pilotCompany } = await store.read(async (reader) => ({
      notMigrated: hasPilot ? await notMigratedIn(reader, caseId, state.targetId) : [],
      pilotCompany: await pilotCompanyIn(reader, state),
    }));
    return gateIn(state, { kind, refs, callbackUrl, notMigrated, pilotCompany });
  };

const openingActions = (now: CaseState, form: ReturnType<typeof formOf>): CaseAction[] => {
  const before = now.runbook?.form;
  if (before !== undefined && before.platformKey !== form.platformKey) {
    throw new CatalogueError('runbook.otherPlatform', {
      platform: before.platformName,
      wanted: form.platformName,
    });
  }
  const isSame = before !== undefined && canonical(before) === canonical(form);
  const opened: CaseAction[] = isSame ? [] : [{ kind: 'runbook.opened', content: form }];
  return [...opened, ...missingSteps(now), ...(before === undefined ? replacedStep(now) : [])];
};

const titleOf = (step: RunbookStep) => ({ step: runbookStepLabels[step].title });
