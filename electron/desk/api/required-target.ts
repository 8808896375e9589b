import type { FastifyRequest } from 'fastify';
import { localTargetId } from '#contract/target.ts';
import type { Targets } from '#desk/targets/targets.ts';
import { callerOf, mayAt, noTarget, requireAt } from './caller.ts';

/**
 * For a target that a body names, besides what the route itself is about.
 * @param named by its id or its name
 * @throws CatalogueError `people.notAllowed`, `target.notFound`
 */
export const requireTarget = async (
  request: FastifyRequest,
  { idOf }: Pick<Targets, 'idOf'>,
  named: string,
): Promise<void> => {
  if (callerOf(request) === undefined) return;
  const place = { kind: 'target', id: await idOf(named) } as const;
  // That there is the local service is no secret.
  if (place.id !== localTargetId && !mayAt(request, 'viewer', place)) throw noTarget(named);
  requireAt(request, 'engineer', place);
};
