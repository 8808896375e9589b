import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate, Uuid } from './common.ts';
import { kitClocks } from './control.ts';

/** What a report of `carryover exec` says for eligibility. Source: `docs/reference/rules/eligibility.md#test-runs`. */

/** Rises when an older Carryover could misread a report. */
export const execReportFormat = 1;
/** Properties of the test suite in the JUnit file. */
export const execReportProperties = {
  format: 'carryover.report.format',
  sha256: 'carryover.report.sha256',
  report: 'carryover.report',
} as const;
/** Calls of alerts endpoints, and other operations, that one report lists; the rest is joined or counted. */
export const execReportLimits = { alerts: 100, operations: 200 } as const;

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Counted = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Method = Type.String({ pattern: '^[A-Z][A-Z-]{0,29}$' });
const Text = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]+$' });

/** Everything is counted by the service as it responds, so a reset of the sandbox loses nothing. */
export const ExecRunEnd = Closed({
  at: UtcDate,
  exit: Type.Union([
    Closed({ code: Type.Integer({ minimum: 0, maximum: 4_294_967_295 }) }),
    Closed({ signal: Type.String({ pattern: '^SIG[A-Z0-9]{1,20}$' }) }),
  ]),
  serviceTime: Closed({ from: UtcDate, to: UtcDate }),
  calls: Closed(
    {
      total: Count,
      succeeded: Type.Integer({
        minimum: 0,
        description: 'Known operations with a response below 400, without those of the alerts endpoints.',
      }),
      alerts: Count,
      unmatched: Type.Integer({ minimum: 0, description: 'To paths that the service does not have.' }),
    },
    { description: 'Requests to the API.' },
  ),
  alerts: Type.Array(
    Closed({
      method: Method,
      path: Text(500),
      count: Counted,
      first: UtcDate,
      last: UtcDate,
      caller: Type.Optional(Text(200)),
    }),
    { maxItems: execReportLimits.alerts },
  ),
  operations: Type.Array(Closed({ method: Method, path: Text(500), count: Counted }), {
    maxItems: execReportLimits.operations,
    description: 'Other operations that were called, by their templates.',
  }),
  retryAfter: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Responses of consumers to alerts with Retry-After.' }),
  ),
});
export type ExecRunEnd = Static<typeof ExecRunEnd>;

export const ExecReport = Closed(
  {
    run: Uuid,
    carryover: Text(50),
    program: Type.Optional(Text(100)),
    folder: Type.Optional(Text(100)),
    /** 16 bits of the SHA-256 of the command line: two suites in one folder differ, and its words stay unknown. */
    mark: Type.String({ pattern: '^[0-9a-f]{4}$' }),
    clock: OneOf(kitClocks),
    /** It began with a saved state. */
    fromState: Type.Boolean(),
    started: UtcDate,
    /** Omitted while the command runs, and if it never ended: the report is not whole then. */
    end: Type.Optional(ExecRunEnd),
  },
  { title: 'ExecReport' },
);
export type ExecReport = Static<typeof ExecReport>;
