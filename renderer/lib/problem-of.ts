import { ApiError } from './api.ts';

/** What the desk found wrong with one field of a request, or with something inside it; undefined: nothing. */
export const problemOf = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError
    ? error.body?.validation?.errors.find(({ itemId }) => itemId === field || itemId.startsWith(`${field}.`))
        ?.message
    : undefined;
