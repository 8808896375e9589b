import type { StartKind, StartRequest } from '#renderer/lib/start-run.ts';
import { numberIn } from './number-in.ts';
import { offeredValues, type ThresholdValues, thresholdsOf } from './threshold-fields.tsx';

/** Options of a run, as typed. A number is '' while its field is empty. */
export interface StartValues {
  /** References, one per line; empty: all. */
  readonly refs: string;
  readonly concurrency: number | string;
  /** Hours. */
  readonly syncWithin: number | string;
  readonly keepSecrets: boolean;
  readonly thresholds: ThresholdValues;
}

export const noValues: StartValues = {
  refs: '',
  concurrency: '',
  syncWithin: '',
  keepSecrets: false,
  thresholds: offeredValues,
};

/** @returns undefined for none */
export const refsIn = (text: string): string[] | undefined => {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const refs = [...new Set(lines.filter((line) => line !== ''))];
  return refs.length === 0 ? undefined : refs;
};

export const startRequest = (kind: StartKind, values: StartValues): StartRequest => ({
  kind,
  refs: refsIn(values.refs),
  concurrency: numberIn(values.concurrency),
  syncWithin: hoursIn(values.syncWithin),
  keepSecrets: values.keepSecrets && kind !== 'check' ? true : undefined,
  ...(kind === 'undo' || kind === 'pilot' ? {} : { thresholds: thresholdsOf(values.thresholds) }),
});

/** Hours as an ISO 8601 duration, to the minute. */
export const hoursIn = (value: number | string): string | undefined =>
  typeof value === 'number' ? `PT${Math.max(1, Math.round(value * 60))}M` : undefined;
