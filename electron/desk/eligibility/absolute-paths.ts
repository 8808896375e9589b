import { isAbsolute } from 'node:path';
import { invalid } from '#contract/errors.ts';

/**
 * The host's folder is not the caller's: a relative path would mean another file.
 * @param paths each with the name of its field; one that is not given is left out
 * @throws CatalogueError `request.invalid`
 */
export const refuseRelative = (...paths: readonly (readonly [string, string | undefined])[]): void => {
  const relative = paths.filter(([, path]) => path !== undefined && !isAbsolute(path));
  if (relative.length === 0) return;
  throw invalid(
    ...relative.map(([itemId]) => ({
      itemId,
      message: `${itemId} must be an absolute path.`,
      validatorName: 'absolute',
    })),
  );
};
