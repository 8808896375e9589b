import { errorCatalogue } from '#contract/errors.ts';
import { CommandError } from './command-error.ts';
import { onCase } from './on-case.ts';

/** Answers by which nothing can be said: the target could not be read. */
const unknowns = new Set<number>(
  (['cutover.preconditionsUnknown', 'target.unreachable', 'target.refused', 'target.malformed'] as const).map(
    (code) => errorCatalogue[code].detailedErrorCode,
  ),
);
/** Answers by which something that is needed does not hold. A case that is closed or damaged is a failure like any other. */
const refusals = new Set<number>(
  Object.entries(errorCatalogue)
    .filter(([code, { statusCode }]) => statusCode === 409 && !code.startsWith('case.'))
    .map(([, { detailedErrorCode }]) => detailedErrorCode)
    .concat(errorCatalogue['migrationRequest.none'].detailedErrorCode),
);

/** For commander: the action of a command of a cutover. What the desk refuses ends with 3, what it can't know with 4. */
export const onCutover: typeof onCase = (work) =>
  onCase(async (...given) => {
    try {
      await work(...given);
    } catch (error) {
      throw withExitCode(error);
    }
  });

const withExitCode = (error: unknown): unknown => {
  if (!(error instanceof CommandError) || error.errorCode === undefined) return error;
  const { errorCode, message } = error;
  if (unknowns.has(errorCode)) return new CommandError(message, 4, { cause: error, errorCode });
  if (refusals.has(errorCode)) return new CommandError(message, 3, { cause: error, errorCode });
  return error;
};
