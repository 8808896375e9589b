import type { CaseAction } from '#contract/case.ts';
import type { EligibilityRow, Evidence, MigrationRequest } from '#contract/eligibility.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { fold } from '#desk/cases/fold.ts';
import { standardSteps } from '#desk/cases/standard-steps.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { verdictOf } from '#desk/eligibility/grounds.ts';
import { scan } from './evidence.ts';

/** The n-th of some ids. */
export const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const caseId = uuid(1);
/** When the n-th entry is made, in days of the year. */
export const day = (n: number): string => new Date(Date.UTC(2026, 0, n)).toISOString();
/** The digest of the chain after its n-th entry. */
export const digestAt = (n: number): string => String(n).padStart(64, '0');

const opening: CaseAction = {
  kind: 'case.opened',
  content: {
    name: 'Acme',
    integrator: 'Acme Ltd',
    parts: ['webhooks'],
    targetId: 'local',
    steps: standardSteps(['webhooks']),
  },
};

/** A case after some actions of Ada's, each an entry a day later, from the 2nd on. */
export const stateAfter = (...actions: readonly CaseAction[]): CaseState =>
  actions.reduce(after, fold(caseId, undefined, entryOf(opening, 1)));

const after = (state: CaseState, action: CaseAction): CaseState =>
  fold(caseId, state, entryOf(action, state.revision + 1));

const entryOf = (action: CaseAction, seq: number, actor = 'Ada') => ({
  action,
  seq,
  actor,
  at: day(seq),
  digest: digestAt(seq),
});

export interface CaseInMemory {
  readonly cases: Cases;
  /** The case as it is. */
  state(): CaseState;
  /** Kinds of the entries that were made, but for those before. */
  kinds(): string[];
  /** What was kept and taken away as secrets, by name. */
  readonly secrets: Map<string, string>;
  act(...actions: readonly CaseAction[]): Promise<void>;
}

/** Cases of which there is one, in memory, as the modules of eligibility use them. */
export const caseInMemory = (...actions: readonly CaseAction[]): CaseInMemory => {
  let state = stateAfter(...actions);
  const kinds: string[] = [];
  const secrets = new Map<string, string>();
  const here = (id: string): CaseState => {
    if (id !== caseId) throw new CatalogueError('case.notFound', { caseId: id });
    return state;
  };
  const cases: Partial<Cases> = {
    state: async (id) => here(id),
    list: async () => [{ id: caseId, name: state.name, state: state.state } as never],
    idsWith: async () => (state.state === 'open' ? [caseId] : []),
    secret: async (_id, name) => secrets.get(name),
    async act(id, actor, decide, { secrets: given = [], also } = {}) {
      await also?.(undefined as never);
      const before = here(id);
      const decided = typeof decide === 'function' ? decide(before) : [decide];
      const isRefused = before.state !== 'open' && decided.some(({ kind }) => kind !== 'case.reopened');
      if (isRefused) {
        throw new CatalogueError('case.notOpen', { state: before.state });
      }
      for (const action of decided) {
        state = fold(id, state, entryOf(action, state.revision + 1, actor));
        kinds.push(action.kind);
      }
      for (const { name, value } of given) {
        if (value === undefined) secrets.delete(name);
        else secrets.set(name, value);
      }
      return state;
    },
  };
  return {
    cases: cases as Cases,
    state: () => state,
    kinds: () => kinds,
    secrets,
    act: async (...more) => {
      await cases.act?.(caseId, 'Ada', () => more);
    },
  };
};

export const added = (evidence: Evidence): CaseAction => ({ kind: 'evidence.added', content: { evidence } });
export const answered = (row: EligibilityRow, state: 'present' | 'absent', by = 'Jo'): CaseAction => ({
  kind: 'row.answered',
  content: { row, state, by, note: 'Asked.' },
});
/** Nothing blocks after it. */
export const cleanScan = (change: Partial<Evidence> = {}): CaseAction =>
  added(scan({ id: uuid(90), ...change }));
export const changed = (changes: object): CaseAction => ({
  kind: 'case.changed',
  content: { changes } as never,
});

/** A request as it would be drafted of the case now, but for what is given. */
export const drafted = (state: CaseState, change: Partial<MigrationRequest> = {}): CaseAction => {
  const { rows } = verdictOf(state);
  const used = new Set(rows.flatMap(({ evidence }) => evidence));
  const document: MigrationRequest = {
    title: 'T',
    caseId,
    integrator: 'Acme Ltd',
    ...(state.clientId === undefined ? {} : { clientId: state.clientId }),
    drafted: day(1),
    chainDigest: state.digest,
    rows: rows.map(({ row, state: is, because }) => ({ row, state: is, because: [...because] })),
    evidence: state.evidence
      .filter(({ id }) => used.has(id))
      .map(({ id, collector, origin, at }) => ({ id, collector, origin, at, digest: digestAt(0) })),
    carryOver: [],
    actions: [],
    ipAddresses: [],
    ...change,
  };
  return { kind: 'request.drafted', content: { document } };
};
export const sent: CaseAction = { kind: 'request.sent', content: { by: 'Jo' } };
export const confirmed: CaseAction = { kind: 'request.confirmed', content: { by: 'Provider' } };

/** What `work` is refused with: its code and what it says. */
export const refusal = async (work: Promise<unknown> | (() => unknown)): Promise<[string, string]> => {
  try {
    await (typeof work === 'function' ? work() : work);
  } catch (error) {
    if (error instanceof CatalogueError) return [error.code, error.message];
    throw error;
  }
  return ['', ''];
};
