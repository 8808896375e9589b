import type { StartKind, StartOptions } from './start-run.ts';

/** What is asked of a run, as it is typed. */
export interface StartValues {
  /** References, one a line; empty: all. */
  readonly refs: string;
  readonly concurrency: number | '';
  readonly syncHours: number | '';
  readonly keepSecrets: boolean;
}

export const noValues: StartValues = { refs: '', concurrency: '', syncHours: '', keepSecrets: false };

export const refsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

export const optionsOf = (kind: StartKind, values: StartValues): StartOptions => {
  const refs = refsIn(values.refs);
  return {
    ...(refs.length === 0 ? {} : { refs }),
    ...(values.concurrency === '' ? {} : { concurrency: values.concurrency }),
    ...(values.syncHours === '' ? {} : { syncWithin: hours(values.syncHours) }),
    ...(values.keepSecrets && kind !== 'check' ? { keepSecrets: true } : {}),
  };
};

/** As an ISO 8601 duration, to the minute. */
export const hours = (count: number): string => `PT${Math.max(1, Math.round(count * 60))}M`;
