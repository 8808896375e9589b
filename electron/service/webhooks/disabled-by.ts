import type { Endpoint } from '#service/store/endpoints.ts';

/** Why an endpoint is disabled, if a person wanted it so. */
export const wantedReasons = {
  made: 'It was made disabled.',
  person: 'A person disabled it.',
  rolledBack: 'The cutover was rolled back.',
} as const;

const wanted: ReadonlySet<string> = new Set(Object.values(wantedReasons));

/** Whether the service disabled it, because its deliveries failed. */
export const isDisabledByService = ({
  disabled_at,
  disabled_reason,
}: Pick<Endpoint, 'disabled_at' | 'disabled_reason'>): boolean =>
  disabled_at !== null && !wanted.has(disabled_reason ?? '');
