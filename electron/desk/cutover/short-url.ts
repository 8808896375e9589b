import { redactPath } from '#base/redact.ts';

/** Without its query, and without what looks like a key in its path: for what is kept, shown and reported. */
export const shortUrl = (url: string): string => {
  if (!URL.canParse(url)) return 'an unreadable URL';
  const { origin, pathname } = new URL(url);
  return pathname === '/' ? origin : `${origin}${redactPath(pathname)}`;
};
