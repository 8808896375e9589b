import type { UseQueryResult } from '@tanstack/react-query';

/** Why there is nothing to choose from, at the field that offers it; undefined as long as nothing failed. */
export const unreadText = (
  { data, error }: Pick<UseQueryResult<unknown>, 'data' | 'error'>,
  what: string,
): string | undefined =>
  data === undefined && error !== null ? `${what} could not be loaded: ${error.message}` : undefined;
