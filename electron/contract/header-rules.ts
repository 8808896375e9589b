import { invalid } from './errors.ts';
import { type CustomHeader, headerProblems } from './header-problems.ts';

export type { CustomHeader } from './header-problems.ts';

/**
 * Checks a whole set of custom headers, for the service and for the desk. No message repeats a value, which may be a secret.
 * @throws CatalogueError `request.invalid` with one item for each problem
 */
export const checkHeaders = (headers: readonly CustomHeader[]): void => {
  const problems = headerProblems(headers);
  if (problems.length > 0) throw invalid(...problems);
};
