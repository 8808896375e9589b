import type { FastifyRequest } from 'fastify';
import { ownUser } from '#base/own-user.ts';
import { invalid } from '#contract/errors.ts';
import { actorText } from '#desk/people/index.ts';
import { callerOf } from './caller.ts';

/** Names the person who acts, percent-encoded UTF-8; whoever runs the host, if it is left out. */
export const actorHeader = 'x-carryover-actor';

/**
 * Who acts, as entries name it: the person who is signed in, or else whoever the caller says. Only the first has angle
 * brackets.
 * @throws CatalogueError `request.invalid`
 */
export const actorOf = (request: FastifyRequest): string => {
  const caller = callerOf(request);
  return caller === undefined ? claimedBy(request) : actorText(caller);
};

const claimedBy = ({ headers }: FastifyRequest): string => {
  const given = headers[actorHeader];
  if (typeof given !== 'string' || given === '') return ownUser();
  const name = decoded(given).trim();
  if (name === '' || name.length > 200 || /[\p{Cc}<>]/u.test(name)) {
    throw invalid({
      itemId: actorHeader,
      message: `The header ${actorHeader} must name a person in 1 to 200 characters, percent-encoded, without angle brackets.`,
      validatorName: 'actor',
    });
  }
  return name;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
};
