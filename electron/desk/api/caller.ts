import type { FastifyRequest } from 'fastify';
import { CatalogueError } from '#contract/errors.ts';
import type { Role } from '#contract/people.ts';
import { localTargetId } from '#contract/target.ts';
import { everything, type Sight } from '#desk/core/sight.ts';
import type { Caller } from '#desk/people/people.ts';
import { mayDo, onDesk, type Place, sightOf } from '#desk/people/rights.ts';

/** How a request was let in. `app`: by a proven connection or the desk token; `browser`: by a session of whoever has these. */
export type Entrance =
  | { readonly mode: 'app' | 'browser' }
  | { readonly mode: 'person'; readonly caller: Caller };

const entrances = new WeakMap<FastifyRequest, Entrance>();

/** Noted once, as the request is let in: what it may do is decided of one moment. */
export const noteEntrance = (request: FastifyRequest, entrance: Entrance): void => {
  entrances.set(request, entrance);
};

/** How it was let in; undefined for what is open. */
export const entranceIn = (request: FastifyRequest): Entrance | undefined => entrances.get(request);

/** Who is signed in; undefined on the desk of one person. */
export const callerOf = (request: FastifyRequest): Caller | undefined => {
  const entrance = entranceIn(request);
  return entrance?.mode === 'person' ? entrance.caller : undefined;
};

/** @throws CatalogueError `people.signIn` where nobody is */
export const signedIn = (request: FastifyRequest): Caller => {
  const caller = callerOf(request);
  if (caller === undefined) throw new CatalogueError('people.signIn');
  return caller;
};

/** Whether it came from whoever runs the host: by a proven connection or the desk token. */
export const isOfMachine = (request: FastifyRequest): boolean => entrances.get(request)?.mode === 'app';

/** What may be listed for a request: everything, on the desk of one person. */
export const sightIn = (request: FastifyRequest): Sight => {
  const caller = callerOf(request);
  return caller === undefined ? everything : sightOf(caller.rights);
};

/** Whether it may do what the role is for, there: always, on the desk of one person. */
export const mayAt = (request: FastifyRequest, role: Role, place: Place): boolean => {
  const caller = callerOf(request);
  return caller === undefined || mayDo(caller.rights, role, place);
};

/** @throws CatalogueError `people.notAllowed`, `people.readOnlyToken` */
export const requireAt = (request: FastifyRequest, role: Role, place: Place): void => {
  const caller = callerOf(request);
  if (caller === undefined || mayDo(caller.rights, role, place)) return;
  throw refusalOf(caller, role, whereWords(place));
};

export const refusalOf = ({ name, rights }: Caller, role: Role, where: string): CatalogueError =>
  rights.readsOnly && role !== 'viewer'
    ? new CatalogueError('people.readOnlyToken')
    : new CatalogueError('people.notAllowed', { name, role, where });

const whereWords = (place: Place): string => {
  if (place.kind === 'desk') return 'on the desk';
  if (place.kind === 'case') return 'for this case';
  return place.id === localTargetId ? 'for the local service' : 'for this target';
};

const places = new WeakMap<FastifyRequest, Place>();

/** What the request was let through for. */
export const notePlace = (request: FastifyRequest, place: Place): void => {
  places.set(request, place);
};

/** The same as `requireAt`, for what the request was let through for as a viewer. */
export const requireHere = (request: FastifyRequest, role: Role): void => {
  requireAt(request, role, places.get(request) ?? onDesk);
};

/** Whether it may do what the role is for on the target of the case that the request was let through for. */
export const mayOnTargetHere = (request: FastifyRequest, role: Role): boolean => {
  const place = places.get(request) ?? onDesk;
  return mayAt(request, role, place.kind === 'case' ? { kind: 'target', id: place.targetId } : place);
};

/** Of a target that the caller may not see: in the words in which one that is not there is told. */
export const noTarget = (named: string): CatalogueError =>
  new CatalogueError('target.notFound', { reference: `"${named}"` });
