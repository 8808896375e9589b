import { randomUUID } from 'node:crypto';
import { toErrorBody } from '#base/http/error-answer.ts';
import type { CatalogueError } from '#contract/errors.ts';

/** What main answers the page in the place of a desk. */
export const errorResponse = (error: CatalogueError): Response =>
  Response.json(toErrorBody(error, randomUUID().replaceAll('-', ''), 'Carryover'), {
    status: error.entry.statusCode,
    headers: { 'cache-control': 'no-store' },
  });

/** If the answer of a desk should ever be shown as a page: it can do nothing. */
export const inertHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};
