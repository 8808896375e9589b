import { formatCount, formatDuration, formatList } from '#contract/format.ts';
import { localTargetId } from '#contract/target.ts';
import { localTimes } from '#contract/window-rules.ts';
import type { CaseState, RunbookState } from '#desk/cases/state.ts';
import { agreementEvidence, lastAgreed, partiesLacking } from './agreements.ts';
import type { Finding, RunbookFacts } from './finding.ts';
import { detailViews } from './form.ts';
import { outsideRemarks } from './outside-window.ts';
import { windowRemarks } from './window.ts';

/** Status of steps 1 to 3. */

export const supplyStatus = (runbook: RunbookState): Finding => {
  const views = detailViews(runbook);
  const given = [...runbook.details.values()].sort((a, b) => a.seq - b.seq);
  const last = given.at(-1);
  return {
    evidence: given.map(({ name, value, masked, at, actor }) => ({
      text: `${name}: ${masked ?? value ?? ''}`,
      at,
      by: actor,
    })),
    missing: views.flatMap(({ state, label, name }) => {
      if (state === 'missing') return [`${label} (${name}) is missing.`];
      return state === 'invalid' ? [`${label} (${name}) has the wrong format.`] : [];
    }),
    doneAt: last?.at,
    doneBy: last?.actor,
  };
};

export const scheduleStatus = (state: CaseState, runbook: RunbookState): Finding => {
  const { estimate, window } = runbook;
  const missing = estimate === undefined ? ['No estimate yet.'] : [];
  const lacking = window === undefined ? [] : partiesLacking(window.agreements);
  if (window === undefined) missing.push('No migration window is proposed.');
  else if (lacking.length > 0) missing.push(`The window is not agreed by ${formatList(lacking)} yet.`);
  const isOlder = estimate !== undefined && state.tokenImports.some(({ seq }) => seq > estimate.seq);
  return {
    evidence: [
      ...(estimate === undefined
        ? []
        : [
            {
              text: `Estimate for ${formatCount(estimate.companies, 'company', 'companies')}: likely ${formatDuration(estimate.likelyMs)}, at worst ${formatDuration(estimate.worstMs)}`,
              at: estimate.at,
              by: estimate.actor,
            },
          ]),
      ...(window === undefined
        ? []
        : [
            ...localTimes(window).map(({ zone, start, end }) => ({
              text: `Window: ${start} to ${end} (${zone})`,
              at: window.at,
              by: window.actor,
            })),
            ...window.agreements.map((one) => agreementEvidence(one, 'Agreed')),
          ]),
    ],
    missing,
    remarks: [
      ...windowRemarks(runbook),
      ...outsideRemarks(state, runbook),
      ...(isOlder ? ['Companies were imported since the estimate. Update it.'] : []),
    ],
    ...lastAgreed(window?.agreements ?? []),
  };
};

export const updateStatus = (
  { targetId }: CaseState,
  { callbackCheck: check }: RunbookState,
  facts: RunbookFacts | undefined,
): Finding => {
  if (check === undefined) return { evidence: [], missing: [missingCheck] };
  const evidence = [
    {
      text: check.found
        ? `${check.callbackUrl} is registered; the list has ${formatCount(check.urls, 'URL')}`
        : `${check.callbackUrl} is not registered; the list has ${formatCount(check.urls, 'URL')}`,
      at: check.at,
      by: check.actor,
    },
    ...check.near.map(({ url, differences }) => ({ text: `${url}: ${differences.join(' ')}` })),
  ];
  // The local service has another address in each process.
  const moves = targetId === localTargetId;
  const changed = !moves && facts !== undefined && facts.callbackUrl !== check.callbackUrl;
  const missing =
    check.targetId !== targetId || changed
      ? ['The callback URL has changed since the check. Check the list again.']
      : check.found
        ? []
        : ['The callback URL is not registered with the platform. Add it there and check again.'];
  return { evidence, missing, doneAt: check.at, doneBy: check.actor };
};

const missingCheck = 'The URLs registered with the platform have not been checked yet.';
