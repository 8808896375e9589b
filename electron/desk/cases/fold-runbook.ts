import type { CaseAction } from '#contract/case.ts';
import type { KnownCompanies } from '#contract/runbook.ts';
import { decided, withdrawn } from './decisions.ts';
import type { CaseState, Changes, OnRecord, RunbookState } from './state.ts';

type Kind = Extract<CaseAction['kind'], `runbook.${string}`>;

/** What entries about a managed migration change. */
export const foldRunbook: Changes<Kind> = {
  'runbook.opened': ({ runbook, exclusions }, content, record) =>
    runbook === undefined
      ? {
          runbook: { ...empty, decisions: exclusions, since: record, form: content },
          exclusions: new Map(),
        }
      : { runbook: { ...runbook, form: content } },
  'runbook.detailsSupplied': (state, { fields, removed }, record) =>
    change(state, ({ details }) => {
      const after = new Map(details);
      for (const name of removed) after.delete(name);
      for (const field of fields) after.set(field.name, { ...field, ...record });
      return { details: after };
    }),
  'runbook.detailsRevealed': () => ({}),
  'runbook.estimated': (state, estimate, record) =>
    change(state, () => ({ estimate: { ...estimate, ...record } })),
  'runbook.windowProposed': (state, window, record) =>
    change(state, ({ window: before }) => ({
      window: {
        ...window,
        ...record,
        agreements: [],
        replaced: before === undefined ? 0 : before.replaced + 1,
      },
    })),
  'runbook.windowAgreed': (state, { windowId, agreement }, record) =>
    change(state, ({ window, papers }) => ({
      ...pointingAt(papers, agreement, record),
      ...(window?.id === windowId
        ? { window: { ...window, agreements: [...window.agreements, said(agreement, record)] } }
        : {}),
    })),
  'runbook.windowOverridden': (state, content, record) =>
    change(state, ({ windowOverrides }) => ({
      windowOverrides: [...windowOverrides, { ...content, ...record }],
    })),
  'runbook.callbackChecked': (state, check, record) =>
    change(state, () => ({ callbackCheck: { ...check, ...record } })),
  'runbook.syncingConfirmed': (state, { refs, known, ...confirmation }, record) =>
    change(state, ({ syncing, papers }) => {
      const after = new Map(syncing);
      const confirmed = said({ ...confirmation, at: confirmation.at ?? record.at }, record);
      for (const ref of refs) after.set(ref, confirmed);
      return { ...pointingAt(papers, confirmation, record), syncing: after, ...counted(known, record) };
    }),
  'runbook.syncingRevoked': (state, { refs, known }, record) =>
    change(state, ({ syncing }) => {
      const after = new Map(syncing);
      for (const ref of refs) after.delete(ref);
      return { syncing: after, ...counted(known, record) };
    }),
  'runbook.handedOver': (state, content, record) =>
    change(state, ({ papers }) => ({
      ...pointingAt(papers, content, record),
      handover: { ...content, ...record, signOffs: [] },
    })),
  'runbook.signedOff': (state, { digest, agreement, ...accepted }, record) =>
    change(state, ({ handover, papers }) => ({
      ...pointingAt(papers, agreement, record),
      ...(handover?.digest === digest
        ? {
            handover: {
              ...handover,
              signOffs: [...handover.signOffs, { ...said(agreement, record), ...accepted }],
            },
          }
        : {}),
    })),
  'runbook.overruled': (state, { step, ...override }, record) =>
    change(state, ({ overrides }) => ({
      overrides: new Map([...overrides, [step, { ...override, ...record }]]),
    })),
  'runbook.stepRestored': (state, { step }) =>
    change(state, ({ overrides }) => ({
      overrides: new Map([...overrides].filter(([overridden]) => overridden !== step)),
    })),
  'runbook.failuresAccepted': (state, content, record) =>
    state.runbook === undefined ? {} : decided(state, 'accepted', content, record),
  'runbook.companiesExcluded': (state, content, record) =>
    state.runbook === undefined ? {} : decided(state, 'excluded', content, record),
  'runbook.decisionsWithdrawn': (state, { companies }, record) =>
    state.runbook === undefined ? {} : withdrawn(state, companies, record),
};

const empty: Omit<RunbookState, 'since' | 'form'> = {
  details: new Map(),
  windowOverrides: [],
  syncing: new Map(),
  overrides: new Map(),
  decisions: new Map(),
  papers: new Map(),
};

const said = <T extends { readonly at: string }>(words: T, record: OnRecord) => ({
  ...words,
  ...record,
  at: words.at,
  recorded: record.at,
});

const pointingAt = (
  papers: RunbookState['papers'],
  { attachmentId }: { readonly attachmentId?: string },
  { seq }: OnRecord,
): Partial<Pick<RunbookState, 'papers'>> =>
  attachmentId === undefined ? {} : { papers: new Map([...papers, [attachmentId, seq]]) };

/** A chain of an entry that does not say it leaves nothing known. */
const counted = (known: KnownCompanies | undefined, { seq }: OnRecord): Partial<RunbookState> =>
  known === undefined ? {} : { syncingKnown: { ...known, seq } };

/** An entry about a runbook that was never opened changes nothing. */
const change = (
  { runbook }: CaseState,
  by: (runbook: RunbookState) => Partial<RunbookState>,
): Pick<CaseState, 'runbook'> => (runbook === undefined ? {} : { runbook: { ...runbook, ...by(runbook) } });
