import { errorText } from '#base/error-text.ts';
import type { CatalogueError } from '#contract/errors.ts';
import type { serviceFiles } from '#service/index.ts';
import { begin, drainMs, type Own, placeOf } from './running-service.ts';

/**
 * Stops the service, changes its files and starts it again at the same address. What fails brings back what there was.
 * @param change answers what the database before is called now
 * @param failed the error that is thrown then, with the problem in words
 */
export const replace = async (
  own: Own,
  { putBack }: Pick<ReturnType<typeof serviceFiles>, 'putBack'>,
  change: () => string,
  failed: (problem: string) => CatalogueError,
): Promise<string> => {
  await own.service.stop(drainMs);
  let aside: string | undefined;
  try {
    aside = change();
    await begin(own);
    return aside;
  } catch (error) {
    placeOf(own).options.log.error(
      { err: error },
      'host: the database of the local service was not replaced',
    );
    await own.service.stop(0).catch(() => {});
    if (aside !== undefined) putBack(aside);
    const problem = await begin(own).then(
      () => errorText(error),
      (again) =>
        `${errorText(error)} The local service did not start again (${errorText(again)}): restart Carryover.`,
    );
    throw failed(problem);
  }
};
