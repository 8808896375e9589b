/** Endpoints are told apart by URL, with its query, and company. */

export const normalUrl = (url: string): string => (URL.canParse(url) ? new URL(url).href : url);

export const sameUrl = (a: string, b: string): boolean => normalUrl(a) === normalUrl(b);

/** undefined: all companies. */
export const sameCompany = (a: string | undefined, b: string | undefined): boolean =>
  a?.toLowerCase() === b?.toLowerCase();
