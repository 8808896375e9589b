import type { DoctorChange, DoctorResult, DoctorRun } from '#contract/doctor.ts';
import type { CaseState } from '#desk/cases/state.ts';

/** Checks whose outcome differs between two runs. */
const changedChecks = (before: DoctorResult, after: DoctorResult): DoctorChange[] =>
  after.checks.flatMap(({ id, outcome: to }) => {
    const from = before.checks.find((one) => one.id === id)?.outcome;
    return from === undefined || from === to ? [] : [{ id, from, to }];
  });

/** Newest first, each compared with the run before it of the same URL. */
export const runsOf = ({ doctorRuns }: Pick<CaseState, 'doctorRuns'>): DoctorRun[] =>
  doctorRuns
    .map(({ seq, at, actor, webhookId, result }, index): DoctorRun => {
      const before = doctorRuns.slice(0, index).findLast((one) => one.result.url === result.url);
      const changes = before && changedChecks(before.result, result);
      const endpoint = webhookId === undefined ? {} : { webhookId };
      return { seq, at, actor, ...endpoint, result, ...(changes && { changes }) };
    })
    .reverse();
