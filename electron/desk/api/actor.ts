import type { FastifyRequest } from 'fastify';
import { ownUser } from '#base/own-user.ts';
import { invalid } from '#contract/errors.ts';

/** Names the person who acts, percent-encoded UTF-8; whoever runs the host, if it is left out. */
export const actorHeader = 'x-carryover-actor';

/** @throws CatalogueError `request.invalid` */
export const actorOf = ({ headers }: FastifyRequest): string => {
  const given = headers[actorHeader];
  if (typeof given !== 'string' || given === '') return ownUser();
  const name = decoded(given).trim();
  if (name === '' || name.length > 200 || /\p{Cc}/u.test(name)) {
    throw invalid({
      itemId: actorHeader,
      message: `The header ${actorHeader} must name a person in 1 to 200 characters, percent-encoded.`,
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
