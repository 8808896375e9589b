import type { CaseAction } from '#contract/case.ts';
import { decided, withdrawn } from './decisions.ts';
import type { CaseState, Changes, TokenRunRecord } from './state.ts';

type Kind = Extract<CaseAction['kind'], `tokens.${string}`>;

/** What entries about a token migration change. */
export const foldTokens: Changes<Kind> = {
  'tokens.imported': ({ tokenImports }, content, record) => ({
    tokenImports: [...tokenImports, { ...content, ...record }],
  }),
  'tokens.runStarted': ({ tokenRuns }, content, record) => ({
    tokenRuns: [...tokenRuns, { started: { ...content, ...record }, state: 'running', breaks: [] }],
  }),
  'tokens.runPaused': (state, content, record) =>
    changeRun(state, content.runId, (run) => ({
      ...run,
      state: 'paused',
      breaks: [...run.breaks, { ...content, ...record, what: 'paused' }],
    })),
  'tokens.runResumed': (state, content, record) =>
    changeRun(state, content.runId, (run) => ({
      ...run,
      state: 'running',
      breaks: [...run.breaks, { ...content, ...record, what: 'resumed' }],
    })),
  'tokens.thresholdsChanged': () => ({}),
  'tokens.runEnded': (state, content, record) =>
    changeRun(state, content.runId, (run) => ({
      ...run,
      state: content.state,
      ended: { ...content, ...record },
    })),
  'tokens.duplicatesDecided': (state, content, record) =>
    changeRun(state, content.runId, (run) => ({ ...run, decision: { ...content, ...record } })),
  'tokens.sampleChecked': ({ sampleChecks }, content, record) => ({
    sampleChecks: [...sampleChecks, { ...content, ...record }],
  }),
  'tokens.excluded': (state, content, record) => decided(state, 'excluded', content, record),
  'tokens.included': (state, { companies }, record) => withdrawn(state, companies, record),
};

const changeRun = (
  { tokenRuns }: CaseState,
  runId: string,
  change: (run: TokenRunRecord) => TokenRunRecord,
): Pick<CaseState, 'tokenRuns'> => ({
  tokenRuns: tokenRuns.map((run) => (run.started.runId === runId ? change(run) : run)),
});
