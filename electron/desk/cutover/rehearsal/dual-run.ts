import { systemTime, toIso } from '#base/clock.ts';
import { present } from '#base/lists.ts';
import type { DualRunView } from '#contract/cutover.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { RecordedRequest } from '#contract/parity.ts';
import type { Receiver } from '#contract/receiver.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { profileMark } from '#desk/cases/profile-header.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { authSourceOf, orderOf } from '#desk/cutover/carry-out.ts';
import { type FrozenPlan, planOf } from '#desk/cutover/on-target.ts';
import { plannedUrl } from '#desk/cutover/parity/planned-url.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Targets } from '#desk/targets/targets.ts';
import { withDoubts } from './doubts.ts';
import { createLiveComparison } from './live-comparison.ts';
import { openMirrored, type Source } from './mirrored.ts';
import { openReceived } from './received.ts';

export interface DualRunParts {
  readonly context: Pick<DeskContext, 'announce' | 'fingerprint' | 'log'>;
  readonly cases: Cases;
  readonly targets: Pick<Targets, 'show'>;
  readonly control: Pick<ServiceControl, 'sandbox' | 'subscribe'>;
  readonly receiver: Receiver;
  /** The name of the case's secret that holds the portal's auth header. */
  readonly portalSecretName: string;
}

export interface DualRun {
  /** By a mirror of the local service; by the built-in receiver otherwise. */
  readonly isMirrored: boolean;
  view(): DualRunView;
  /** Records the comparison; once, whoever asks. @throws CatalogueError if it can't be recorded */
  stop(): Promise<DualRunView>;
}

/** @throws CatalogueError `cutover.noPlan`, `grant.portalHeader`, `mirror.running`, `cutover.moved`, `receiver.portInUse` */
export const startDualRun = async (
  parts: DualRunParts,
  state: CaseState,
  actor: string,
): Promise<DualRun> => {
  const { context, cases, targets } = parts;
  const { id: caseId, targetId } = state;
  const planned = planOf(state);
  if (planned === undefined) throw new CatalogueError('cutover.noPlan');
  const isMirrored = (await targets.show(targetId)).kind === 'local';
  const changed = (running: boolean) => context.announce({ type: 'dual-run', caseId, running });
  const comparison = createLiveComparison(planned, () => changed(true), {
    markOf: (_header, value) => profileMark(context, value) ?? '',
    ...(isMirrored ? {} : { urlOf: plannedUrl(planned.plan) }),
  });
  const source = isMirrored
    ? await openMirror(parts, planned, state, comparison.add)
    : await openReceived(parts.receiver, comparison.add, (err) =>
        context.log.error({ err }, 'desk: a dual run lost what the receiver took'),
      );
  const started = toIso(systemTime.now());
  changed(true);

  const end = async (): Promise<DualRunView> => {
    const doubts = await source.close();
    const { pairs, report } = comparison.end();
    const last = { pairs, report: withDoubts(report, doubts) };
    const content = {
      targetId,
      source: 'dual-run' as const,
      planDigest: planned.digest,
      report: last.report,
    };
    try {
      await cases.act(caseId, actor, { kind: 'cutover.compared', content });
    } finally {
      changed(false);
    }
    return { running: false, started, ended: toIso(systemTime.now()), ...last };
  };
  let ending: Promise<DualRunView> | undefined;
  return {
    isMirrored,
    view: () => ({ running: true, started, url: source.url, ...comparison.now() }),
    stop() {
      ending ??= end();
      return ending;
    },
  };
};

const openMirror = async (
  { cases, control, portalSecretName }: DualRunParts,
  { plan, digest }: FrozenPlan,
  state: CaseState,
  add: (request: RecordedRequest) => void,
): Promise<Source> => {
  const isOfPortal = authSourceOf(plan) === 'portal';
  const portalAuthHeader = isOfPortal ? await cases.secret(state.id, portalSecretName) : undefined;
  if (isOfPortal && portalAuthHeader === undefined) throw new CatalogueError('grant.portalHeader');
  const order = { plan: orderOf(plan, digest), ...present({ portalAuthHeader }) };
  return openMirrored(control.sandbox, { plan }, order, add);
};
