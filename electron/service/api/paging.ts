import type { PageFrame, PageOf, PageQuery } from '#contract/common.ts';

/** Numbered pages as on the wire. Source: `docs/reference/rules/api.md#paging`. */

/** As `toFrame`, with what is on the page. */
export const toPage = <T>(
  url: string,
  query: PageQuery,
  { results, totalResults }: PageOf<T>,
): PageFrame & { results: T[] } => ({ results, ...toFrame(url, query, totalResults) });

/**
 * @param url the request's path with its query string; the links keep its other parameters
 * @param query the query string, read and with its defaults
 */
export const toFrame = (url: string, query: PageQuery, totalResults: number): PageFrame => {
  const { page = 1, pageSize = 100 } = query;
  const [path = '', others] = splitUrl(url);
  const link = (number: number) => ({
    href: `${path}?page=${number}&pageSize=${pageSize}${others && `&${others}`}`,
  });
  const lastPage = Math.max(1, Math.ceil(totalResults / pageSize));
  return {
    pageNumber: page,
    pageSize,
    totalResults,
    _links: {
      self: { href: others ? `${path}?${others}` : path },
      current: link(page),
      ...(page < lastPage && { next: link(page + 1) }),
      ...(page > 1 && { previous: link(Math.min(page - 1, lastPage)) }),
    },
  };
};

/**
 * A page as JSON in bytes, of what is on it, each in bytes with a comma before it, and of its frame, as text.
 * @param memoryFor gives memory of so many bytes
 */
export const toPageBytes = (
  results: readonly Uint8Array[],
  frame: string,
  memoryFor: (bytes: number) => Buffer,
): Buffer => {
  const end = `],${frame.slice(1)}`;
  let size = pageStart.length + Buffer.byteLength(end);
  for (const { length } of results) size += length;
  // The first one has no comma.
  if (results.length > 0) size--;
  const page = memoryFor(size);
  page.set(pageStart);
  let at = pageStart.length;
  for (const bytes of results) {
    page.set(at === pageStart.length ? bytes.subarray(1) : bytes, at);
    at += at === pageStart.length ? bytes.length - 1 : bytes.length;
  }
  page.write(end, at);
  return page;
};

const pageStart = Buffer.from('{"results":[');

/** The path, and the parameters that have nothing to do with the number of the page. */
const splitUrl = (url: string): [string, string] => {
  const at = url.indexOf('?');
  if (at < 0) return [url, ''];
  const others = url
    .slice(at + 1)
    .split('&')
    .filter((parameter) => parameter !== '' && !/^(page|pageSize)(=|$)/.test(parameter));
  return [url.slice(0, at), others.join('&')];
};
