import { actionsToShow } from '#contract/actions-to-show.ts';
import type { MigrationRequest } from '#contract/eligibility.ts';
import { formatDuration } from '#contract/format.ts';
import type { RunbookView } from '#contract/runbook.ts';
import { causeLabels } from '#contract/token-causes.ts';
import type { CompanyResult } from '#contract/token-runs.ts';
import { formatRowState } from '#contract/verdict-labels.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { definitionOf } from '#desk/eligibility/check-definitions.ts';
import { eligibilityView } from '#desk/eligibility/view.ts';
import type { Reconciliation } from '#desk/tokens/reconciliation/reconcile.ts';
import type { Values } from './fill.ts';
import type { Words } from './templates.ts';

/** What is known of a case now, for its mails. */
export interface MailFacts {
  readonly state: CaseState;
  readonly runbook: RunbookView;
  /** Every row accounted for. */
  readonly accounts: Reconciliation;
  readonly recipients: readonly string[];
  readonly sender: string | undefined;
  /** Where files are sealed to, with its fingerprint. */
  readonly sealing: string;
}

/** How what others wrote is set, so that it stays a text. */
export type Say = (text: string) => string;

/** More of them are in the report. */
const mostListed = 30;

/**
 * What each field says, in a language. What is not known is undefined: it is not made up.
 * @param translate Carryover's own sentences
 */
export const valuesOf = (facts: MailFacts, words: Words, say: Say, translate: Say): Values => {
  const { state, recipients, sender, sealing } = facts;
  const text = (value: string | undefined) => (value === undefined ? undefined : say(value));
  return {
    integrator: say(state.integrator),
    recipients: recipients.length === 0 ? undefined : joined(recipients.map(say), words),
    sender: text(sender ?? state.owner),
    parts: joined(
      state.parts.map((part) => wordOf(words, part)),
      words,
    ),
    clientId: text(state.clientId),
    point: template(words, 'entry', { seq: String(state.revision), digest: state.digest }),
    sealing,
    ...webhookValues(state, words, say),
    ...runbookValues(facts, words, say),
    ...tokenValues(facts, words, say, translate),
  };
};

const webhookValues = (state: CaseState, words: Words, say: Say): Values => {
  const view = eligibilityView(state);
  const blocking = view.verdict.rows.filter(({ blocks }) => blocks);
  const actions = actionsToShow(view).filter((action) => action.blocking);
  const findings = blocking.flatMap(({ because }) => because);
  const request: MigrationRequest | undefined = state.request?.document;
  const rollback = state.rollbacks.at(-1);
  return {
    blockers:
      blocking.length === 0
        ? undefined
        : listed(
            blocking.map(({ row, state: found }) => {
              const todo = actions.filter((action) => action.row === row).map(({ what }) => say(what));
              return [`${definitionOf(row).setup}: ${formatRowState(found)}.`, ...todo].join(' ');
            }),
            words,
          ),
    findings: blocking.length === 0 ? undefined : listed(findings.map(say), words),
    requestedCarryOver: request && listed(request.carryOver.map(say), words),
    rollback:
      rollback && listed([`${minute(rollback.at)} (${say(rollback.by)}): ${say(rollback.reason)}`], words),
  };
};

const runbookValues = ({ state, runbook }: MailFacts, words: Words, say: Say): Values => {
  const { window, estimate, details, syncing, handover, steps } = runbook;
  if (steps.length === 0) return { companies: companiesOf(state) };
  const missing = details.filter((detail) => detail.state === 'missing' || detail.state === 'invalid');
  const agreed = window?.agreements.map(({ name }) => say(name)) ?? [];
  const signed = handover?.signOffs.map(({ name }) => say(name)) ?? [];
  return {
    platform: runbook.platformName && say(runbook.platformName),
    companies: syncing.companies > 0 ? String(syncing.companies) : companiesOf(state),
    missing:
      missing.length === 0
        ? undefined
        : listed(
            missing.map(({ label, help }) => missingLine(label, help, say)),
            words,
          ),
    window:
      window &&
      listed(
        window.local.map(({ zone, start, end }) => `${start} ${wordOf(words, 'to')} ${end} (${zone})`),
        words,
      ),
    agreedBy: agreed.length === 0 ? undefined : joined(agreed, words),
    estimate:
      estimate &&
      template(words, 'likely', {
        likely: formatDuration(estimate.likelyMs),
        worst: formatDuration(estimate.worstMs),
      }),
    callbackUrl: runbook.callbackUrl && say(runbook.callbackUrl),
    openSyncing: syncing.heldBackCount === 0 ? wordOf(words, 'none') : String(syncing.heldBackCount),
    handover:
      handover === undefined || handover.outdated
        ? undefined
        : `${minute(handover.at)}, ${signed.length === 0 ? wordOf(words, 'notSigned') : template(words, 'signedBy', { names: joined(signed, words) })}`,
  };
};

const missingLine = (label: string, help: string | undefined, say: Say): string =>
  help === undefined ? say(label) : `${say(label)}: ${say(help)}`;

const companiesOf = ({ tokenImports }: CaseState): string | undefined =>
  tokenImports.length === 0
    ? undefined
    : String(tokenImports.reduce((sum, one) => sum + one.rows - one.replaced - one.unchanged, 0));

/** As the report counts them: migrated is what was verified, and is still there. */
const tokenValues = (
  { accounts: { last, rows, exclusions, total } }: MailFacts,
  words: Words,
  say: Say,
  translate: Say,
): Values => {
  if (last === undefined) return {};
  const failed = rows.filter(({ part }) => part === 'failed');
  return {
    source: String(total.source),
    migrated: String(total.migrated),
    failedCount: String(total.failed),
    excludedCount: String(total.excluded),
    openCount: String(total.held + total.open),
    failures:
      failed.length === 0
        ? undefined
        : listed(
            failed.map(({ company }) => failureLine(company, say, translate)),
            words,
          ),
    excluded:
      exclusions.length === 0
        ? wordOf(words, 'none')
        : joined(
            exclusions.map(({ company, decision }) =>
              [
                say(company.ref ?? `line ${company.line}`),
                ...(decision === undefined ? [] : [`(${say(decision.reason)})`]),
              ].join(' '),
            ),
            words,
          ),
  };
};

const failureLine = (
  { ref, line, name, cause, message }: CompanyResult,
  say: Say,
  translate: Say,
): string => {
  const who = [ref ?? `line ${line}`, ...(name === undefined || name === ref ? [] : [name])]
    .map(say)
    .join(' ');
  const why =
    cause === undefined
      ? []
      : [`${translate(causeLabels[cause].title)}. ${translate(causeLabels[cause].action)}`];
  return [`${who}:`, ...why, ...(message === undefined ? [] : [`(${say(message)})`])].join(' ');
};

const wordOf = ({ words }: Words, name: string): string => words[name] ?? name;

const template = (words: Words, name: string, values: Readonly<Record<string, string>>): string =>
  wordOf(words, name).replace(/\{(\w+)\}/g, (whole, one: string) => values[one] ?? whole);

const joined = (parts: readonly string[], words: Words): string =>
  parts.length < 2
    ? parts.join('')
    : `${parts.slice(0, -1).join(', ')} ${wordOf(words, 'and')} ${parts.at(-1)}`;

const listed = (lines: readonly string[], words: Words): string => {
  if (lines.length === 0) return `- ${wordOf(words, 'none')}`;
  const more = lines.length - mostListed;
  const shown = lines.slice(0, mostListed);
  return [...shown, ...(more > 0 ? [template(words, 'more', { count: String(more) })] : [])]
    .map((line) => `- ${line}`)
    .join('\n');
};

/** `2026-11-28 10:00 UTC`: understood in every language. */
const minute = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
