import { CatalogueError } from '#contract/errors.ts';
import type { Window, WindowVoids } from '#contract/runbook.ts';
import type { RunbookState } from '#desk/cases/state.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { type Acting, type RunbookParts, refuseEarly, runbookOf } from './acting.ts';
import { agreementOf, refuseBefore } from './agreements.ts';
import { estimateOf } from './estimate.ts';
import { exclusionOf } from './not-migrated.ts';
import { readRehearsed } from './rehearsed.ts';
import { readLeft } from './rows.ts';
import type { ScheduleStep } from './runbooks.ts';
import { proposedWindow, windowCalendar } from './window.ts';
import { voidMessages, windowVoids } from './window-voids.ts';

/** Step 2. */
export const createScheduleStep = (
  context: DeskContext,
  { cases, targets, catalogue }: RunbookParts,
  { act }: Acting,
): ScheduleStep => ({
  async estimate(caseId, { companies }, actor) {
    const state = await cases.state(caseId);
    const runbook = runbookOf(state);
    const isExcluded = (ref: string, platformKey: string): boolean =>
      exclusionOf(runbook, ref, platformKey) !== undefined;
    const byPlatform =
      companies === undefined
        ? await readLeft(context, caseId, state.targetId, isExcluded)
        : { [runbook.form.platformKey]: companies };
    if (Object.keys(byPlatform).length === 0) throw new CatalogueError('runbook.noCompanies');
    const estimate = estimateOf({
      byPlatform,
      target: await targets.show(state.targetId),
      catalogue: await catalogue(),
      rehearsed: await readRehearsed(cases, state),
    });
    return act(caseId, actor, () => [{ kind: 'runbook.estimated', content: estimate }]);
  },
  async proposeWindow(caseId, { revision, confirm, ...request }, actor, proposer) {
    const window = proposedWindow(context.newId(), request);
    const by = proposer && { given: proposer.given };
    const agreement = proposer && agreementOf(proposer.agreement);
    return act(
      caseId,
      actor,
      (state, runbook, facts) => {
        refuseEarly(state, runbook, 'schedule', facts);
        if (isSame(runbook.window, window)) return [];
        const voids = windowVoids(state, runbook, facts);
        if (voids !== undefined && voids.confirm !== confirm) throw agreedAlready(windowOf(runbook), voids);
        return [
          { kind: 'runbook.windowProposed', content: { ...window, ...by } },
          ...(agreement === undefined
            ? []
            : [
                { kind: 'runbook.windowAgreed', content: { windowId: window.id, agreement, ...by } } as const,
              ]),
        ];
      },
      { revision },
    );
  },
  async agreeWindow(caseId, { windowId, ...request }, actor, given) {
    const agreement = agreementOf(request);
    return act(caseId, actor, (state, runbook, facts) => {
      const { id } = windowOf(runbook);
      if (windowId !== undefined && windowId !== id) throw new CatalogueError('runbook.windowChanged');
      refuseEarly(state, runbook, 'schedule', facts);
      refuseBefore(request.at, windowOf(runbook).at, 'the window was proposed');
      const by = given === undefined ? {} : { given };
      return [{ kind: 'runbook.windowAgreed', content: { windowId: id, agreement, ...by } }];
    });
  },
  async calendar(caseId) {
    const state = await cases.state(caseId);
    const runbook = runbookOf(state);
    return windowCalendar(state, runbook, windowOf(runbook));
  },
});

/** Proposing what is proposed voids nothing. */
const isSame = (before: RunbookState['window'], { id: _, ...wanted }: Window): boolean =>
  before !== undefined &&
  before.start === wanted.start &&
  before.end === wanted.end &&
  before.zone === wanted.zone &&
  before.otherZone === wanted.otherZone;

const agreedAlready = ({ start, end }: Window, voids: WindowVoids): CatalogueError =>
  new CatalogueError('runbook.windowAgreed', { start, end, voids: voidMessages(voids).join(' ') });

/** @throws CatalogueError `runbook.noWindow` */
const windowOf = ({ window }: RunbookState): NonNullable<RunbookState['window']> => {
  if (window === undefined) throw new CatalogueError('runbook.noWindow');
  return window;
};
