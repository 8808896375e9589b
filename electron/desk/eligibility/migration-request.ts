import { canonicalDigest } from '#base/canonical.ts';
import { systemTime, toIso } from '#base/clock.ts';
import { sourceAddresses } from '#contract/allow-list.ts';
import type { CaseAction } from '#contract/case.ts';
import type { CutoverPlan } from '#contract/cutover.ts';
import type {
  Evidence,
  MigrationRequest,
  MigrationRequestView,
  RequestStep,
  Verdict,
} from '#contract/eligibility.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { clientIdOf } from '#desk/targets/read-client-id.ts';
import type { Targets } from '#desk/targets/targets.ts';
import { definitionOf } from './check-definitions.ts';
import { evidenceOf, verdictOf } from './grounds.ts';
import type { Live } from './live.ts';
import { mentionsView } from './mentions-review.ts';
import { lacksPortalHeader } from './portal-header.ts';
import { requestMarkdown } from './request-markdown.ts';
import {
  frozenPlanOf,
  lacksClientId,
  type RequestOnRecord,
  type RequestState,
  stateOf,
  whyOutdated,
} from './request-progress.ts';

type ReadTargets = Pick<Targets, 'show' | 'client' | 'list'>;

interface Modules {
  readonly cases: Cases;
  readonly targets: ReadTargets;
  /** Brings the calls of open observations into the case first. */
  readonly live: Pick<Live, 'catchUp'>;
}

/** The migration request: drafted → sent → confirmed. Source: `docs/reference/rules/eligibility.md#migration-request`. */
export const createMigrationRequests = ({ cases, targets, live }: Modules) => {
  const record = async (caseId: string, actor: string, actionOf: (state: CaseState) => CaseAction) =>
    requestView(await cases.act(caseId, actor, (state) => [actionOf(state)]));
  return {
    /** @throws CatalogueError `migrationRequest.none` */
    show: async (caseId: string) => requestView(await cases.state(caseId)),
    /**
     * Drafts it from the case as it is; a draft or a sent request is replaced, a confirmed one if it is outdated.
     * @throws CatalogueError `migrationRequest.notEligible`, `migrationRequest.wrongStep` once it is confirmed
     */
    async draft(caseId: string, actor: string) {
      await live.catchUp(caseId);
      const before = await cases.state(caseId);
      const clientId = before.clientId ?? (await clientIdOf(targets, before.targetId));
      return record(caseId, actor, (state) => {
        const verdict = eligibleVerdict(state);
        if (state.request !== undefined && !isOutdated(state, verdict)) {
          refuseAfter(state.request, ['drafted', 'sent'], 'drafted');
        }
        return { kind: 'request.drafted', content: { document: documentOf(state, verdict, clientId) } };
      });
    },
    /**
     * @throws CatalogueError `migrationRequest.none`, `migrationRequest.wrongStep`, `migrationRequest.notEligible`,
     * `migrationRequest.outdated`, `migrationRequest.noClientId`, `grant.portalHeader`
     */
    async sent(caseId: string, step: RequestStep, actor: string) {
      await live.catchUp(caseId);
      await refuseOtherClient(await cases.state(caseId), targets);
      return record(caseId, actor, (state) => {
        refuseAfter(requestOf(state), ['drafted'], 'sent');
        refuseOutdated(state);
        if (lacksClientId(state)) throw new CatalogueError('migrationRequest.noClientId');
        if (lacksPortalHeader(state)) throw new CatalogueError('grant.portalHeader');
        return { kind: 'request.sent', content: step };
      });
    },
    /**
     * @throws CatalogueError `migrationRequest.none`, `migrationRequest.notSent`, `migrationRequest.wrongStep`,
     * `migrationRequest.notEligible`, `migrationRequest.outdated`
     */
    async confirmed(caseId: string, step: RequestStep, actor: string) {
      await live.catchUp(caseId);
      return record(caseId, actor, (state) => {
        refuseUnsent(requestOf(state), 'confirmed');
        refuseAfter(requestOf(state), ['sent'], 'confirmed');
        refuseOutdated(state);
        return { kind: 'request.confirmed', content: step };
      });
    },
  };
};

/** @throws CatalogueError `migrationRequest.none` */
export const requestOf = ({ request }: Pick<CaseState, 'request'>): RequestOnRecord => {
  if (request === undefined) throw new CatalogueError('migrationRequest.none');
  return request;
};

const refuseAfter = (
  request: RequestOnRecord,
  allowed: readonly RequestState[],
  wanted: RequestState,
): void => {
  const state = stateOf(request);
  if (!allowed.includes(state)) throw new CatalogueError('migrationRequest.wrongStep', { state, wanted });
};

/** @throws CatalogueError `migrationRequest.notSent` */
export const refuseUnsent = (request: RequestOnRecord, wanted: 'confirmed' | 'granted'): void => {
  if (stateOf(request) === 'drafted') throw new CatalogueError('migrationRequest.notSent', { wanted });
};

/**
 * The request must match the case as it is.
 * @throws CatalogueError `migrationRequest.none`, `migrationRequest.notEligible`, `migrationRequest.outdated`
 */
export const refuseOutdated = (state: CaseState): void => {
  requestOf(state);
  if (isOutdated(state, eligibleVerdict(state))) throw new CatalogueError('migrationRequest.outdated');
};

const isOutdated = (state: CaseState, verdict: Verdict): boolean =>
  verdict.state !== 'eligible' || whyOutdated(state, verdict) !== undefined;

/** @throws CatalogueError `migrationRequest.notEligible`, saying what is to be done */
const eligibleVerdict = (state: CaseState): Verdict => {
  const verdict = verdictOf(state);
  if (verdict.state === 'eligible') return verdict;
  const todo = verdict.actions
    .filter(({ blocking }) => blocking)
    .map(({ what }) => what)
    .join(' ');
  throw new CatalogueError('migrationRequest.notEligible', { state: verdict.state, todo });
};

/** The target may have been given another client id since. @throws CatalogueError `migrationRequest.outdated` */
const refuseOtherClient = async (
  { clientId, targetId, request }: CaseState,
  targets: Pick<Targets, 'list'>,
): Promise<void> => {
  if (clientId !== undefined || request?.targetId !== targetId) return;
  const target = (await targets.list()).find(({ id }) => id === targetId);
  if (target?.clientId !== undefined && target.clientId !== request.document.clientId) {
    throw new CatalogueError('migrationRequest.outdated');
  }
};

const documentOf = (state: CaseState, verdict: Verdict, clientId: string | undefined): MigrationRequest => {
  const used = new Set(verdict.rows.flatMap(({ evidence }) => evidence));
  const plan = frozenPlanOf(state);
  return {
    title: `Migration to the new webhook service: ${state.integrator}`,
    caseId: state.id,
    integrator: state.integrator,
    ...(clientId === undefined ? {} : { clientId }),
    drafted: toIso(systemTime.now()),
    chainDigest: state.digest,
    rows: verdict.rows.map(({ row, state: is, because }) => ({ row, state: is, because })),
    evidence: evidenceOf(state)
      .filter(({ id }) => used.has(id))
      .map((evidence) => ({
        id: evidence.id,
        collector: evidence.collector,
        origin: evidence.origin,
        at: evidence.at,
        digest: canonicalDigest(evidence),
        ...(evidence.files === undefined ? {} : { files: namedFiles(evidence.files, state) }),
      })),
    dismissedMentions: dismissedIn(state),
    carryOver: verdict.rows.flatMap(({ row, state: is }) =>
      is === 'present' ? (definitionOf(row).carryOver ?? []) : [],
    ),
    actions: verdict.actions,
    ipAddresses: [...sourceAddresses],
    ...(plan === undefined ? {} : { plan: plan.digest }),
  };
};

/** Whoever reads the request knows attachments by their names. */
const namedFiles = (
  { manifest, ...files }: NonNullable<Evidence['files']>,
  { attachments }: CaseState,
): NonNullable<MigrationRequest['evidence'][number]['files']> => {
  const name = attachments.find(({ id }) => id === manifest)?.name;
  return { ...files, ...(name === undefined ? {} : { manifest: name }) };
};

/** What the absence of something is based on, besides what was read: each dismissal, by subject. */
const dismissedIn = (state: CaseState): MigrationRequest['dismissedMentions'] => {
  const dismissed = mentionsView(state).results.flatMap(({ subject, dismissed: by }) =>
    by === undefined ? [] : [{ subject, ...by }],
  );
  const keyOf = ({ subject, reason, at, actor }: (typeof dismissed)[number]): string =>
    JSON.stringify([subject, reason, at, actor]);
  return [...Map.groupBy(dismissed, keyOf).values()].map((same) => {
    const { subject, reason, at, actor } = same[0] as (typeof dismissed)[number];
    return { subject, count: same.length, reason, by: actor, at };
  });
};

/** The plan that a request asks for. */
const planIn = ({ plans }: CaseState, { plan }: MigrationRequest): CutoverPlan | undefined =>
  plan === undefined ? undefined : plans.findLast(({ digest }) => digest === plan)?.plan;

/** @throws CatalogueError `migrationRequest.none` */
export const requestView = (state: CaseState): MigrationRequestView => {
  const request = requestOf(state);
  const { document, history } = request;
  return {
    state: stateOf(request),
    document,
    markdown: requestMarkdown(document, planIn(state, document)),
    history: history.map(({ state: step, at, by, note }) => ({
      state: step,
      at,
      by,
      ...(note === undefined ? {} : { note }),
    })),
    outdated: isOutdated(state, verdictOf(state)),
  };
};
