import type { CaseAction } from '#contract/case.ts';
import type { Changes } from './state.ts';

type Kind = Extract<
  CaseAction['kind'],
  | 'cutover.planned'
  | 'cutover.conflictDecided'
  | 'cutover.compared'
  | 'cutover.granted'
  | 'cutover.checked'
  | 'cutover.soakStarted'
  | 'cutover.soakObserved'
  | 'cutover.completed'
  | 'cutover.rollbackDecided'
  | 'doctor.ran'
>;

/** What entries about the cutover of the webhooks change. */
export const foldCutover: Changes<Kind> = {
  'cutover.planned': ({ plans }, content, record) => ({ plans: [...plans, { ...content, ...record }] }),
  'cutover.conflictDecided': ({ conflictDecisions }, content, record) => ({
    conflictDecisions: [...conflictDecisions, { ...content, ...record }],
  }),
  'cutover.compared': ({ comparisons }, content, record) => ({
    comparisons: [...comparisons, { ...content, ...record }],
  }),
  'cutover.granted': ({ grants }, content, record) => ({ grants: [...grants, { ...content, ...record }] }),
  'cutover.checked': ({ cutoverChecks }, { check, ...content }, record) => ({
    cutoverChecks: [...cutoverChecks, { ...record, ...check, ...content }],
  }),
  'cutover.soakStarted': ({ soaks }, content, record) => ({
    soaks: [...soaks, { ...content, ...record, observations: [] }],
  }),
  'cutover.soakObserved': ({ soaks }, { targetId, observation }) => {
    const last = soaks.findLastIndex((one) => one.targetId === targetId);
    return {
      soaks: soaks.map((one, index) =>
        index === last ? { ...one, observations: [...one.observations, observation] } : one,
      ),
    };
  },
  'cutover.completed': ({ completions }, content, record) => ({
    completions: [...completions, { ...content, ...record }],
  }),
  'cutover.rollbackDecided': ({ rollbacks }, content, record) => ({
    rollbacks: [...rollbacks, { ...content, ...record }],
  }),
  'doctor.ran': ({ doctorRuns }, content, record) => ({
    doctorRuns: [...doctorRuns, { ...content, ...record }],
  }),
};
