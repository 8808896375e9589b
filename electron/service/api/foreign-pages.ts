import type { FastifyRequest } from 'fastify';
import { CatalogueError } from '#contract/errors.ts';

/**
 * Browsers say which page a request comes from. What is no browser says nothing, and may pass: integrators' servers call
 * this API with a key. A browser that was once told the key sends it along with the requests of any page, so these are
 * refused before the key is read.
 */

/** @throws CatalogueError `origin.foreignPage` unless no browser asks, or one for this server's own page or a person */
export const refuseForeignPages = (request: FastifyRequest): void => {
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return;
  if (site !== undefined || !namesOwnOrigin(request)) throw new CatalogueError('origin.foreignPage');
};

/** A form is sent by its page alone, never by a person who types an address. @throws CatalogueError `origin.foreign` */
export const refuseForeignForms = (request: FastifyRequest): void => {
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin') return;
  if (site !== undefined || !namesOwnOrigin(request)) throw new CatalogueError('origin.foreign');
};

const namesOwnOrigin = ({ headers: { origin, host } }: FastifyRequest): boolean =>
  origin === undefined || origin === `http://${host}`;

/** No page elsewhere may load what is answered, whatever it takes it for. */
export const unreadableElsewhere: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};
