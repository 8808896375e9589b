import type { FastifyRequest, RouteOptions } from 'fastify';
import { CatalogueError } from '#contract/errors.ts';
import type { Role } from '#contract/people.ts';
import type { Caller, People } from '#desk/people/people.ts';
import { mayDo, mayDoSomewhere, onDesk, onLocal, type Place } from '#desk/people/rights.ts';
import { callerOf, type Entrance, noTarget, notePlace, refusalOf, requireAt, requireHere } from './caller.ts';
import { isOpenRoute, type Permission, permissionOf } from './permissions.ts';

/** What each route of a team's desk lets through. On the desk of one person that is everything. */
export interface Permits {
  isTeam(): boolean;
  /** @throws Error for a route that the table of permissions does not know: nobody decided who may use it */
  checkRoute(route: Pick<RouteOptions, 'method' | 'url'>): void;
  /** @throws CatalogueError `people.…`; `case.notFound` of a case that the person may not see */
  refuse(request: FastifyRequest, entrance: Entrance): Promise<void>;
  /** The same, for what is known once the body was read. */
  refuseAsked(request: FastifyRequest): Promise<void>;
}

interface PermitOptions {
  readonly people: Pick<People, 'isTeam'>;
  /** Which target a case is of; undefined if there is no such case. */
  readonly targetOf: (caseId: string) => Promise<string | undefined>;
  /** The id of a target that a route names by its id or its name. @throws CatalogueError `target.notFound` */
  readonly targetNamed: (named: string) => Promise<string>;
}

type OfPerson = Permission & { readonly role: Role };

export const createPermits = ({ people, targetOf, targetNamed }: PermitOptions): Permits => {
  const caseFor = async (caller: Caller, id: string): Promise<Place> => {
    const targetId = await targetOf(id.toLowerCase());
    const place: Place = { kind: 'case', id: id.toLowerCase(), targetId: targetId ?? '' };
    // Whether there is a case is nobody's business who may not see it.
    if (!mayDo(caller.rights, 'viewer', place)) throw new CatalogueError('case.notFound', { reference: id });
    return place;
  };
  const targetFor = async (caller: Caller, named: string): Promise<Place> => {
    const place: Place = { kind: 'target', id: await targetNamed(named) };
    if (!mayDo(caller.rights, 'viewer', place)) throw noTarget(named);
    return place;
  };
  const placeFor = (
    request: FastifyRequest,
    caller: Caller,
    on: Exclude<Permission['on'], 'any' | 'asked'>,
  ): Place | Promise<Place> => {
    const { id = '' } = (request.params ?? {}) as { readonly id?: string };
    if (on === 'desk') return onDesk;
    if (on === 'local') return onLocal;
    return on === 'target' ? targetFor(caller, id) : caseFor(caller, id);
  };
  const asPerson = async (request: FastifyRequest, caller: Caller, { role, on }: OfPerson): Promise<void> => {
    if (on === 'any' || on === 'asked') {
      if (!mayDoSomewhere(caller.rights, role)) throw refusalOf(caller, role, 'anywhere');
      return;
    }
    const place = await placeFor(request, caller, on);
    notePlace(request, place);
    requireAt(request, role, place);
  };

  return {
    isTeam: people.isTeam,
    checkRoute({ method, url }) {
      for (const one of [method].flat()) {
        if (!isOpenRoute(url) && permissionOf(one, url) === undefined)
          throw new Error(`The table of permissions does not say who may use ${one} ${url}.`);
      }
    },
    async refuse(request, entrance) {
      if (!people.isTeam()) return;
      const permission = permissionOf(request.method, request.routeOptions.url ?? '');
      if (permission === undefined) throw new CatalogueError('people.operatorOnly');
      if (entrance.mode !== 'person') {
        if (permission.operator === undefined) throw new CatalogueError('people.operatorOnly');
        return;
      }
      if (permission.operator === 'alone') throw new CatalogueError('people.onlyOperator');
      const { role } = permission;
      if (role !== 'person') await asPerson(request, entrance.caller, { ...permission, role });
    },
    async refuseAsked(request) {
      const caller = callerOf(request);
      const { url } = request.routeOptions;
      if (caller === undefined || url === undefined) return;
      // Secrets in full are not for who may only look, wherever they are shown.
      const { reveal, signAnew } = (request.query ?? {}) as Partial<Record<'reveal' | 'signAnew', boolean>>;
      if (reveal === true || signAnew === true) requireHere(request, 'engineer');
      const permission = permissionOf(request.method, url);
      if (permission?.on !== 'asked' || permission.role === 'person') return;
      const asked = request.body as { readonly caseId?: string } | null;
      const place = asked?.caseId === undefined ? onDesk : await caseFor(caller, asked.caseId);
      notePlace(request, place);
      requireAt(request, permission.role, place);
    },
  };
};
