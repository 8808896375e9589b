import { createCallJudge } from '#base/api-calls.ts';
import { systemTime, toIso } from '#base/clock.ts';
import { redactAgent, redactPath } from '#base/redact.ts';
import { type ExecRunEnd, execReportLimits } from '#contract/exec-report.ts';
import type { Announcement } from '#contract/stream.ts';

type Call = Extract<Announcement, { type: 'request' }>;
type Alerts = ExecRunEnd['alerts'][number];
type Operation = ExecRunEnd['operations'][number];

/** Every call of the API, counted as it is answered: a reset, a restored state and a cut request log lose none. */
export interface CallTally {
  note(call: Call): void;
  result(): Pick<ExecRunEnd, 'calls' | 'alerts' | 'operations'>;
}

const judge = createCallJudge([]);
/** Decoded, behind a prefix, and by any method: a browser asks first whether it may. */
const alertsAt = (path: string): string | undefined => {
  const found = judge('', path);
  return found?.kind === 'alerts' ? found.template : undefined;
};
/** Whether a path is one of the alerts endpoints, also where this service has no such path. */
export const isAlertsPath = (path: string): boolean => alertsAt(path) !== undefined;

/** Calls beyond the limit are still calls. */
const joined = { method: 'GET', path: '/rules/alerts', caller: 'other callers' };
const longestPath = 500;

export const createCallTally = (): CallTally => {
  const calls = { total: 0, succeeded: 0, alerts: 0, unmatched: 0 };
  const alerts = new Map<string, Alerts>();
  const operations = new Map<string, Operation>();

  const noteAlerts = (call: Call, template: string): void => {
    const agent = redactAgent(call.userAgent ?? '');
    const own = {
      method: call.method,
      path: template.slice(0, longestPath),
      ...(agent === '' ? {} : { caller: agent }),
    };
    const at = toIso(systemTime.now());
    const isKnown = alerts.has(keyOf(own)) || alerts.size < execReportLimits.alerts - 1;
    const one = isKnown ? own : joined;
    const before = alerts.get(keyOf(one)) ?? { ...one, count: 0, first: at, last: at };
    alerts.set(keyOf(one), { ...before, count: before.count + 1, last: at });
  };
  const noteOperation = (method: string, route: string): void => {
    const one = { method, path: redactPath(route).slice(0, longestPath) };
    const before = operations.get(keyOf(one));
    if (before === undefined && operations.size >= execReportLimits.operations) return;
    operations.set(keyOf(one), { ...one, count: (before?.count ?? 0) + 1 });
  };

  return {
    note(call) {
      const { method, path, route, statusCode } = call;
      calls.total++;
      const template = alertsAt(path);
      if (template !== undefined) {
        calls.alerts++;
        noteAlerts(call, template);
        return;
      }
      if (route === undefined) {
        calls.unmatched++;
        return;
      }
      if (method !== 'OPTIONS' && statusCode >= 200 && statusCode < 400) calls.succeeded++;
      noteOperation(method, route);
    },
    result: () => ({
      calls: { ...calls },
      alerts: [...alerts.values()],
      operations: [...operations.values()],
    }),
  };
};

const keyOf = ({ method, path, caller }: { method: string; path: string; caller?: string }): string =>
  JSON.stringify([method, path, caller]);
