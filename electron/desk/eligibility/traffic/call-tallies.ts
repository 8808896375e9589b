import { hash } from 'node:crypto';
import { type Call, isMethod } from '#base/api-calls.ts';
import { toIso } from '#base/clock.ts';
import { redactAgent } from '#base/redact.ts';
import type { Finding } from '#contract/eligibility.ts';
import type { LogEntry } from './entry.ts';
import { noSpan, type Span, widen } from './span.ts';

/** Calls to alerts endpoints, by method, endpoint, host and log. */
export interface CallTally extends Span {
  readonly method: string;
  readonly template: string;
  path: string;
  readonly log: string;
  readonly agent: string | undefined;
  /** A host that is not named yet. */
  readonly openHost: string | undefined;
  certain: boolean;
  timed: boolean;
  count: number;
}

type AlertsCall = Extract<Call, { readonly kind: 'alerts' }>;

const callLimit = 5000;
/** In place of one that the log does not have. */
const unknownMethod = 'UNKNOWN';

/** @returns false where there are more different calls than are counted separately */
export const countCall = (
  calls: Map<string, CallTally>,
  entry: LogEntry,
  call: AlertsCall,
  log: string,
  openHost: string | undefined,
): boolean => {
  const method = isMethod(entry.method) ? entry.method.toUpperCase() : unknownMethod;
  const key = `${method} ${call.template} ${openHost ?? ''} ${log}`;
  const known =
    calls.get(key) ?? (calls.size < callLimit ? newCall(entry, call, method, log, openHost) : undefined);
  if (known === undefined) return false;
  calls.set(key, known);
  known.count++;
  known.certain ||= call.certain;
  known.timed &&= entry.time !== undefined;
  if (known.path !== call.path) known.path = call.template;
  if (entry.time !== undefined) widen(known, entry.time.ms);
  return true;
};

const newCall = (
  { agent }: LogEntry,
  { template, path, certain }: AlertsCall,
  method: string,
  log: string,
  openHost: string | undefined,
): CallTally => ({
  method,
  template,
  path,
  log,
  agent: agent === undefined || agent === '-' ? undefined : redactAgent(agent),
  openHost,
  certain,
  timed: true,
  count: 0,
  ...noSpan(),
});

/** Calls without a time of their own lie somewhere in the span of their log. */
const spanOf = (call: Span, ofLog: Span | undefined): Span =>
  call.firstMs <= call.lastMs ? call : (ofLog ?? call);

export const findingOf = (call: CallTally, ofLog: Span | undefined): Finding => ({
  id: hash('sha256', `alerts-call\0${call.method}\0${call.template}\0${call.log}`).slice(0, 16),
  row: 'alerts-endpoints',
  kind: 'alerts-call',
  weak: false,
  confidence: call.certain && call.method !== unknownMethod ? 'high' : 'medium',
  place: {
    kind: 'request',
    method: call.method,
    path: call.path,
    first: toIso(spanOf(call, ofLog).firstMs),
    last: toIso(spanOf(call, ofLog).lastMs),
    count: call.count,
    ...(call.agent === undefined ? {} : { caller: call.agent }),
    log: call.log,
  },
  why: `Calls the alerts endpoint ${call.template}.${timeRemark(call)}`,
});

const timeRemark = ({ timed, firstMs, lastMs }: CallTally): string => {
  if (timed) return '';
  return firstMs <= lastMs
    ? ' Some calls have no time in the log.'
    : ' The calls have no time in the log; first and last are those of the log.';
};
