import type { CaseAction } from '#contract/case.ts';
import type { CompleteRequest, SoakObservation, SoakRequest } from '#contract/cutover.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { isSoakOver, openOfSoak, planOf, type Soak, soakOf } from './on-target.ts';
import { type LookParts, lookAtSoak, soakTime, withLadders } from './soak-look.ts';
import { type Stage, stagesOf } from './stages.ts';

/** By case: the last look, also one that was not recorded as it said nothing new. */
type Seen = Map<string, { readonly soak: number; readonly observation: SoakObservation }>;

interface RunningSoak {
  readonly state: CaseState;
  readonly started: string;
  readonly until: string;
  /** On the clock that it counts in. */
  readonly now: string;
  readonly last: SoakObservation | undefined;
}

/** The soak of a cutover, and its end. Source: `docs/reference/rules/cutover.md#soak`. */
export const createSoaks = (parts: LookParts) => {
  const { cases } = parts;
  const seen: Seen = new Map();
  const running = new Set<string>();
  const observe = oneAtATime((caseId, actor) => look(parts, seen, caseId, actor));
  return {
    /** The last look at the soak of a case, as long as the desk runs. */
    seen(state: CaseState): SoakObservation | undefined {
      const last = seen.get(state.id);
      return last !== undefined && last.soak === soakOf(state)?.seq ? last.observation : undefined;
    },
    /**
     * @throws CatalogueError `cutover.stageMissing` unless the cutover is verified, `request.invalid` if `until` is past
     */
    async start(caseId: string, request: SoakRequest, actor: string): Promise<void> {
      await start(parts, caseId, request, actor);
      running.add(caseId);
    },
    /** Looks now; records what is new. @throws CatalogueError `cutover.stageMissing` without a soak */
    async observe(caseId: string, actor: string): Promise<void> {
      if (soakOf(await cases.state(caseId)) === undefined) throw missing('observed', [notStarted]);
      await observe(caseId, actor);
    },
    /** Looks once the soak's time is over, unless it was: nobody announces that. */
    async settle(caseId: string, actor: string): Promise<void> {
      const state = await cases.state(caseId);
      const soak = soakOf(state);
      if (soak === undefined || isSoakOver(soak)) return;
      if ((await soakTime(parts.control, state)) >= soak.until) await observe(caseId, actor);
    },
    /** The open cases whose target is one of ours, and that are in soak: known from here on. */
    async findRunning(isOurs: (targetId: string) => boolean): Promise<void> {
      for (const id of await cases.idsWith('soaking')) {
        // One case that is damaged must not keep the others from being watched.
        const state = await cases.state(id).catch(() => undefined);
        if (state === undefined || !isOurs(state.targetId) || !state.parts.includes('webhooks')) continue;
        if (soakOf(state) !== undefined) running.add(id);
      }
    },
    /** Soaks that run, of any case, with their last look. Cases that can't be read are counted. */
    async running(): Promise<{ soaks: RunningSoak[]; unread: number }> {
      const found: RunningSoak[] = [];
      let unread = 0;
      for (const id of await cases.idsWith('soaking')) {
        const state = await cases.state(id).catch(() => undefined);
        const soak = state && soakOf(state);
        if (state === undefined) unread += 1;
        if (state === undefined || soak === undefined || isSoakOver(soak)) continue;
        const last = seen.get(id)?.soak === soak.seq ? seen.get(id)?.observation : soak.observations.at(-1);
        const { until, at: started } = soak;
        found.push({ state, started, until, now: await soakTime(parts.control, state), last });
      }
      return { soaks: found, unread };
    },
    /** Looks at those that are known to be in soak. */
    async observeRunning(isOurs: (targetId: string) => boolean, actor: string): Promise<void> {
      for (const id of [...running]) {
        const state = await cases.state(id).catch(() => undefined);
        if (state === undefined || soakOf(state) === undefined) running.delete(id);
        else if (isOurs(state.targetId)) await observe(id, actor);
      }
    },
    /**
     * Looks once more, and completes what held to the end of its soak.
     * @throws CatalogueError `cutover.stageMissing`, which says what is open
     */
    async complete(caseId: string, request: CompleteRequest, actor: string): Promise<void> {
      if (soakOf(await cases.state(caseId)) !== undefined) await observe(caseId, actor);
      await cases.act(caseId, actor, (state) => completing(parts, state, request));
    },
  };
};

/** Of one case: two at once would record the same twice. */
const oneAtATime = (work: (caseId: string, actor: string) => Promise<void>) => {
  const under = new Map<string, Promise<void>>();
  return async (caseId: string, actor: string): Promise<void> => {
    const before = under.get(caseId) ?? Promise.resolve();
    const mine = before.catch(() => {}).then(() => work(caseId, actor));
    under.set(caseId, mine);
    try {
      await mine;
    } finally {
      if (under.get(caseId) === mine) under.delete(caseId);
    }
  };
};

const look = async (parts: LookParts, seen: Seen, caseId: string, actor: string): Promise<void> => {
  const before = await parts.cases.state(caseId);
  const soak = soakOf(before);
  if (soak === undefined || before.state !== 'open') return;
  const observation = await lookAtSoak(parts, before, soak);
  seen.set(caseId, { soak: soak.seq, observation });
  const lastingly = lasting(soak, observation);
  if (!isNew(soak, lastingly)) return;
  const recorded = await withLadders(parts, soak.observations[0]?.at, lastingly);
  const decide = (now: CaseState): CaseAction[] => {
    const last = soakOf(now);
    return last?.seq === soak.seq && isNew(last, recorded)
      ? [{ kind: 'cutover.soakObserved', content: { targetId: now.targetId, observation: recorded } }]
      : [];
  };
  await parts.cases.act(caseId, actor, decide);
};

/** Until the soak is over, a delivery that is retried says nothing that lasts: it would be an entry at each attempt. */
const lasting = ({ until }: Soak, observation: SoakObservation): SoakObservation =>
  observation.at >= until
    ? observation
    : { ...observation, problems: observation.problems.filter(({ id }) => id !== 'delivery-retrying') };

const start = async (
  parts: LookParts,
  caseId: string,
  { until, by, note }: SoakRequest,
  actor: string,
): Promise<void> => {
  const { cases, control, eligibility } = parts;
  const state = await cases.state(caseId);
  const now = await soakTime(control, state);
  if (Date.parse(until) <= Date.parse(now)) throw invalid(pastEnd(now));
  const first = await lookAtSoak(parts, state, undefined);
  await cases.act(caseId, actor, (before): CaseAction[] => {
    refuseMissing(stagesOf(before, eligibility), 'verified', 'put in soak');
    const { targetId } = before;
    const planDigest = planOf(before)?.digest;
    const content = {
      targetId,
      ...(planDigest === undefined ? {} : { planDigest }),
      until: new Date(until).toISOString(),
      by,
      ...(note === undefined ? {} : { note }),
    };
    return [
      { kind: 'cutover.soakStarted', content },
      { kind: 'cutover.soakObserved', content: { targetId, observation: first } },
    ];
  });
};

const completing = (
  { eligibility }: LookParts,
  state: CaseState,
  { by, note }: CompleteRequest,
): CaseAction[] => {
  const stages = stagesOf(state, eligibility);
  refuseMissing(stages, 'soak', 'completed');
  const soak = soakOf(state);
  const open = soak === undefined ? [] : openOfSoak(soak);
  if (open.length > 0) throw missing('completed', open);
  if (stages.some(({ id, reached }) => id === 'completed' && reached)) return [];
  const content = { targetId: state.targetId, by, ...(note === undefined ? {} : { note }) };
  return [{ kind: 'cutover.completed', content }];
};

const notStarted = 'The soak was not started.';

/** Whether it says something that the last one did not: other problems, or that the soak is over. */
const isNew = (soak: Soak, observation: SoakObservation): boolean => {
  const last = soak.observations.at(-1);
  if (last === undefined || problemsOf(last) !== problemsOf(observation)) return true;
  return observation.at >= soak.until && !isSoakOver(soak);
};

/** Which problems there are; how often counts once. */
const problemsOf = ({ problems }: SoakObservation): string =>
  JSON.stringify([...new Set(problems.map(({ id, webhookId = '' }) => `${id} ${webhookId}`))].sort());

const refuseMissing = (stages: readonly Stage[], wanted: Stage['id'], to: string): void => {
  const stage = stages.find(({ id }) => id === wanted);
  if (stage?.reached !== true) throw missing(to, stage?.why ?? []);
};

const missing = (wanted: string, why: readonly string[]): CatalogueError =>
  new CatalogueError('cutover.stageMissing', { wanted, why: why.join(' ') });

const pastEnd = (now: string) => ({
  itemId: 'until',
  message: `until must be later than now, which is ${now}.`,
  validatorName: 'minimum',
});
