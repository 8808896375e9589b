import { type RunbookStep, runbookSteps } from '#contract/runbook.ts';
import type { Deciding } from '#desk/cases/decisions.ts';
import type { CaseState, RunbookState } from '#desk/cases/state.ts';
import type { Gate, GateOf, Held } from '#desk/tokens/tokens.ts';
import type { RunbookFacts, StepStatus } from './finding.ts';
import { exclusionOf } from './not-migrated.ts';
import { lastPilot, type Pilot, succeeded } from './pilot.ts';
import type { PilotCompany } from './pilot-company.ts';
import { formatOpen, statusOf } from './status.ts';

/** Nothing is refused or held. */
const openGate: Gate = { refused: undefined, held: () => undefined };

/** Steps that a company must not be migrated without; step 4 counts company by company. */
const beforeAny: readonly RunbookStep[] = ['supply', 'schedule', 'update-application'];

export interface GateRequest {
  readonly kind: Parameters<GateOf>[1];
  readonly refs: readonly string[] | undefined;
  /** Of the target, as it is now. */
  readonly callbackUrl: string | undefined;
  /** Whether the company of the pilot is among them; not needed where there was none. */
  readonly notMigrated: RunbookFacts['notMigrated'];
  readonly pilotCompany: PilotCompany | undefined;
}

/** The runs and companies that the runbook allows. Source: `docs/reference/rules/managed-migration.md#steps`. */
export const gateIn = (
  state: CaseState,
  { kind, refs, callbackUrl, notMigrated, pilotCompany }: GateRequest,
): Gate => {
  const { runbook } = state;
  // A check syncs what is migrated already.
  if (kind === 'check') return openGate;
  if (runbook === undefined) return { refused: undefined, held: heldIn(state) };
  const all = statusOf(state, runbook, { refs: [], callbackUrl, notMigrated, pilotCompany });
  return { refused: refusal(state, runbook, all, { kind, refs, pilotCompany }), held: heldIn(state) };
};

/** Why a row is held: a function of the chain alone. */
export const heldIn = ({ runbook, exclusions }: Deciding): Held => {
  if (runbook === undefined) {
    return (ref, platformKey) => exclusionOf({ decisions: exclusions }, ref, platformKey);
  }
  const ofPlatform = (platformKey: string): string | undefined =>
    platformKey === runbook.form.platformKey || runbook.overrides.has('supply')
      ? undefined
      : `This runbook is for ${runbook.form.platformName}, so no details were supplied for ${platformKey}. Migrate it in another case.`;
  return (ref, platformKey) =>
    exclusionOf(runbook, ref, platformKey) ?? unconfirmed(runbook, ref) ?? ofPlatform(platformKey);
};

const unconfirmed = ({ overrides, syncing }: RunbookState, ref: string): string | undefined =>
  overrides.has('disable-syncing') || syncing.has(ref)
    ? undefined
    : 'Syncing is not confirmed as disabled (step 4).';

/** A failed pilot is retried with any company; one whose company failed since, with that one, if it is known. */
const isPilotOf = (pilot: Pilot, company: PilotCompany | undefined, ref: string | undefined): boolean =>
  !succeeded(pilot) || company === undefined || company.ref === ref;

const refusal = (
  state: CaseState,
  runbook: RunbookState,
  all: readonly StepStatus[],
  { kind, refs, pilotCompany }: Pick<GateRequest, 'kind' | 'refs' | 'pilotCompany'>,
): string | undefined => {
  const open = all.filter(({ id, state: is }) => is === 'open' && beforeAny.includes(id));
  if (open.length > 0)
    return `${open.map(formatOpen).join(' ')} Do that first, or override the requirement with a reason.`;
  const pilot = lastPilot(state, runbook);
  const again =
    kind === 'retry' && refs?.length === 1 && pilot !== undefined && isPilotOf(pilot, pilotCompany, refs[0]);
  if (kind === 'pilot' || again) {
    const [ref, ...others] = refs ?? [];
    if (ref === undefined || others.length > 0) {
      return 'A pilot migrates exactly one company. Name it by its ref.';
    }
    const why = exclusionOf(runbook, ref, runbook.form.platformKey) ?? unconfirmed(runbook, ref);
    return why === undefined ? undefined : `${ref} is held: ${why}`;
  }
  const first = all.find(({ id }) => id === 'first-company');
  if (first === undefined || first.state !== 'open') return undefined;
  return pilot === undefined
    ? `${formatOpen(first)} Migrate one company as a pilot, or override the requirement with a reason.`
    : `Step ${runbookSteps.indexOf('first-company') + 1}: ${first.missing.join(' ')} Then migrate a pilot again.`;
};
