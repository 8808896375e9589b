/**
 * What a page of Carryover may load, in the app and in a browser alike: its own files and nothing else.
 * Inline styles are allowed, as Mantine writes its theme's variables into one; scripts may not. A frame shows only what the page
 * itself has at hand: a report, before it is saved.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  'frame-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers of every file of the page. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/** Whether a file of the page, by its path from the root, is of those whose names change with what is in them. */
export const isHashed = (path: string): boolean => path.startsWith('/assets/');

/** How long a file of the page may be cached without asking for it again. */
export const cacheControlOf = (path: string): string =>
  isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
