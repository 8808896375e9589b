import type { RequestDetail } from '#contract/request-log.ts';
import { maskSign, type SendRequest } from '#contract/request-runner.ts';
import type { Operation } from './openapi.ts';

/** A request that is being written. */
export interface Draft {
  readonly method: SendRequest['method'];
  /** A template with parts in braces. */
  readonly path: string;
  /** Of the parts in braces. */
  readonly parts: Readonly<Record<string, string>>;
  readonly query: readonly Named[];
  /** A header a line. */
  readonly headers: string;
  readonly body: string;
  /** The id of a key, `none`, or empty: the oldest. */
  readonly apiKey: string;
  readonly replayOf?: string;
}

interface Named {
  readonly name: string;
  readonly value: string;
}

export const draftOf = ({ method, path, example }: Operation): Draft => ({
  method,
  path,
  parts: {},
  query: [],
  headers: '',
  body: example ?? '',
  apiKey: '',
});

/** A logged request, to be sent again. @param request as it can be sent */
export const draftOfLogged = (
  { entry, exchange }: RequestDetail,
  request: SendRequest,
  formatted: string | undefined,
): Draft => ({
  method: request.method,
  path: entry.route ?? entry.path,
  parts: partsIn(entry.route ?? '', entry.path),
  query: [...new URLSearchParams(exchange?.query ?? '')].map(([name, value]) => ({ name, value })),
  headers: (request.headers ?? []).map(({ name, value }) => `${name}: ${value}`).join('\n'),
  body: formatted ?? '',
  apiKey: '',
  replayOf: entry.id,
});

/** The parts of a path that a template has in braces. */
const partsIn = (template: string, path: string): Record<string, string> => {
  const given = path.split('/');
  return Object.fromEntries(
    template.split('/').flatMap((part, at) => {
      const name = /^\{(.+)\}$/.exec(part)?.[1];
      return name === undefined ? [] : [[name, decoded(given[at] ?? '')]];
    }),
  );
};

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

export const partNames = (path: string): readonly string[] =>
  [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name = '']) => name);

/** The request, or what of it is missing. */
export const requestOf = (draft: Draft): { readonly request: SendRequest } | { readonly problem: string } => {
  const missing = partNames(draft.path).filter((name) => !draft.parts[name]?.trim());
  if (missing.length > 0) return { problem: `Fill in ${missing.join(', ')}.` };
  const headers = headersOf(draft.headers);
  if (typeof headers === 'string') return { problem: headers };
  const problem = maskedProblem(draft);
  if (problem !== undefined) return { problem };
  const path = draft.path.replaceAll(/\{([^{}/]+)\}/g, (_whole, name: string) =>
    encodeURIComponent((draft.parts[name] ?? '').trim()),
  );
  const query = new URLSearchParams(
    draft.query.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]),
  ).toString();
  return {
    request: {
      method: draft.method,
      path: query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`,
      ...(headers.length > 0 && { headers }),
      ...(draft.body.trim() !== '' && { body: draft.body }),
      ...(draft.apiKey !== '' && { apiKey: draft.apiKey }),
      ...(draft.replayOf !== undefined && { replayOf: draft.replayOf }),
    },
  };
};

const maskedProblem = ({ parts, query, headers, body }: Draft): string | undefined => {
  const texts: readonly (readonly [string, string])[] = [
    ...Object.entries(parts),
    ...query.map(({ name, value }) => [name, value] as const),
    ['the headers', headers],
    ['the body', body],
  ];
  const masked = texts.filter(([, text]) => text.includes(maskSign)).map(([name]) => name);
  return masked.length === 0
    ? undefined
    : `Replace the masked secrets (${maskSign}) in ${masked.join(', ')}.`;
};

const headersOf = (text: string): NonNullable<SendRequest['headers']> | string => {
  const headers: { name: string; value: string }[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const [, name, value] = /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined || value === undefined) return `Write headers as “Name: value”: ${line.trim()}`;
    headers.push({ name, value });
  }
  return headers;
};

/** Sets a parameter of the query, in its place. */
export const withQuery = (query: Draft['query'], name: string, value: string): Draft['query'] => {
  const at = query.findIndex((one) => one.name === name);
  if (at < 0) return [...query, { name, value }];
  return query.map((one, index) => (index === at ? { name, value } : one));
};
