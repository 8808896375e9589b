import type { StartKind, StartRequest } from '#renderer/lib/start-run.ts';

/** Options of a run, as typed. A number is '' while its field is empty. */
export interface StartValues {
  /** References, one per line; empty: all. */
  readonly refs: string;
  readonly concurrency: number | string;
  /** Hours. */
  readonly syncWithin: number | string;
  readonly keepSecrets: boolean;
}

export const noValues: StartValues = { refs: '', concurrency: '', syncWithin: '', keepSecrets: false };

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
});

export const numberIn = (value: number | string): number | undefined =>
  typeof value === 'number' ? value : undefined;

/** Hours as an ISO 8601 duration, to the minute. */
export const hoursIn = (value: number | string): string | undefined =>
  typeof value === 'number' ? `PT${Math.max(1, Math.round(value * 60))}M` : undefined;
