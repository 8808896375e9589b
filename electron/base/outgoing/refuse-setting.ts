import { type CatalogueError, invalid } from '#contract/errors.ts';

/** The error for a setting of a target that is not accepted; `problem` continues its name, as in "must be a URL". */
export const refuseSetting =
  (name: string, validatorName = name) =>
  (problem: string): CatalogueError =>
    invalid({ itemId: name, message: `${name} ${problem}`, validatorName });
