import { CatalogueError } from '#contract/errors.ts';

/** `gone`: the target responds with 404, as for a client that is cut over. Any other error is thrown. */
export const unlessGone = async <T>(answer: Promise<T>): Promise<T | 'gone'> => {
  try {
    return await answer;
  } catch (error) {
    if (isGone(error)) return 'gone';
    throw error;
  }
};

const isGone = (error: unknown): boolean =>
  error instanceof CatalogueError && 'statusCode' in error && error.statusCode === 404;
