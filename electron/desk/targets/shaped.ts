import type { Static, TSchema } from 'typebox';
import { CatalogueError } from '#contract/errors.ts';
import { problemIn } from './configuration-shapes.ts';
import type { TargetClient } from './targets.ts';

/** A response of a target in its shape. @throws CatalogueError `target.malformed`, naming the target and the field */
export const shaped = <T extends TSchema>(
  schema: T,
  content: unknown,
  { target }: TargetClient,
  path: string,
): Static<T> => {
  const problem = problemIn(schema, content);
  if (problem === undefined) return content as Static<T>;
  throw new CatalogueError('target.malformed', { target: target.name, path, problem });
};
