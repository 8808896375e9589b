import type { KeyObject } from 'node:crypto';
import type { DoctorCheckId } from '#contract/doctor.ts';
import type { Destination } from './destination.ts';
import type { Finding, RunOptions, Subject } from './doctor.ts';
import type { DoctorEvents } from './events.ts';
import type { Sender, Sent } from './sender.ts';

/** One test of one endpoint while it runs. */
export interface Examination {
  readonly subject: Subject;
  readonly destination: Destination;
  readonly options: RunOptions;
  readonly sender: Sender;
  readonly events: DoctorEvents;
  /** Signs what is to be accepted; at random where no secret is known. */
  readonly key: KeyObject;
  /** Those configured, without what was found to be refused. */
  headers: Readonly<Record<string, string>>;
  readonly found: Map<DoctorCheckId, Finding>;
}

export const isSuccess = ({ status = 0, failure }: Sent): boolean =>
  failure === undefined && status >= 200 && status < 300;

const isRedirect = ({ status = 0 }: Sent): boolean => status >= 300 && status < 400;

/** What an answer to a valid event shows. */
export const kindOf = (sent: Sent): 'success' | 'redirect' | 'late' | 'refused' | 'failed' => {
  if (isSuccess(sent)) return 'success';
  if (isRedirect(sent)) return 'redirect';
  if (sent.failure === 'timeout') return 'late';
  const { status = 0, failure } = sent;
  return failure === undefined && status >= 400 && status < 500 ? 'refused' : 'failed';
};

/** The event type of checks that need one event of any type. */
export const usualType = ({ eventTypes }: Subject): string => {
  if (eventTypes === undefined || eventTypes.includes('read.completed')) return 'read.completed';
  return eventTypes[0] ?? 'read.completed';
};

export const headerValue = (headers: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];

export const without = (
  headers: Readonly<Record<string, string>>,
  name: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).filter(([one]) => one.toLowerCase() !== name));

export const authorization = 'authorization';
export const clientIdHeader = 'x-service-clientid';

/** Answers come late, or so late that all of them in turn would take minutes. */
export const isSlow = ({ found }: Pick<Examination, 'found'>): boolean =>
  found.get('answers-in-time')?.outcome === 'fail';

/** It answers somehow, and in time: without the secret that is enough to test what needs none. */
export const answersAtAll = ({ found }: Pick<Examination, 'found'>): boolean =>
  found.get('redirect')?.outcome === 'pass' &&
  found.get('answers-in-time')?.outcome === 'pass' &&
  found.get('answers-2xx')?.outcome !== 'fail';

/** In turn, as a consumer is easiest to understand; at once where each takes long. */
export const carryOutAll = async (slow: boolean, tasks: readonly (() => Promise<void>)[]): Promise<void> => {
  if (slow) {
    await Promise.all(tasks.map((task) => task()));
    return;
  }
  for (const task of tasks) await task();
};

/** 95 of 100 values are at most this. */
export const p95 = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.95) - 1)] ?? 0;
};

export const undetermined = (why: string): Finding => ({ outcome: 'undetermined', evidence: [why] });
export const notApplicable = (why: string): Finding => ({ outcome: 'not-applicable', evidence: [why] });

export const needsSecret =
  "The endpoint's secret is not known. Give it: --secret-file on the command line, or the endpoint of the local service.";
