import { invalid } from './errors.ts';
import { eventTypeProblem } from './events.ts';

/** Beside `events.ts`, which consumers get as a package without the errors. @throws CatalogueError `request.invalid` */
export const checkEventType = (word: string | undefined): void => {
  const problem = word === undefined ? undefined : eventTypeProblem(word, 'eventType');
  if (problem !== undefined) throw invalid(problem);
};
