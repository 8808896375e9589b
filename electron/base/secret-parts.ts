/**
 * What of a secret is a secret by itself. A header value is a scheme and a token; a token of Basic is a user and a
 * password; a URL carries a user, a password and parameters. Source: RFC 9110 section 11; RFC 7617; RFC 3986.
 */

/** Shorter parts, in characters, are not searched: they would be found by chance. */
export const shortestPart = 6;

/** Every part of the secrets that has `shortest` characters or more, each once, the longest first. */
export const partsOf = (secrets: Iterable<string>, shortest = shortestPart): string[] => {
  const parts = new Set<string>();
  const add = (text: string | undefined, deeper = true): void => {
    const part = text?.trim() ?? '';
    if (part.length < shortest || parts.has(part)) return;
    parts.add(part);
    if (deeper) for (const inner of innerParts(part)) add(inner);
  };
  for (const secret of secrets) add(secret);
  return [...parts].sort((a, b) => b.length - a.length);
};

const scheme = /^[A-Za-z][\w-]* +(?=\S)/;
const keyPrefix = /^(?:whsec_|sk_(?:live|test)_)/;
/** `name=value` and `name="value"`, as in `Digest`, cookies and signed addresses. */
const parameter = /(?:^|[\s,;&?])[\w.~-]+=("?)([^\s,;&"]+)\1/g;

const innerParts = (part: string): (string | undefined)[] => {
  const bare = part.replace(scheme, '').replace(keyPrefix, '');
  return [
    bare,
    ...[...part.matchAll(parameter)].map(([, , value]) => value),
    ...userAndPassword(part),
    ...(bare === part ? [] : userAndPassword(bare)),
    ...ofAddress(part),
  ];
};

/** Of the base64 of `user:password`, and of that text itself, decoded. */
const userAndPassword = (text: string): string[] => {
  const plain = decoded(text);
  if (plain === undefined) return [];
  const colon = plain.indexOf(':');
  return colon < 0 ? [plain] : [plain, plain.slice(0, colon), plain.slice(colon + 1)];
};

/** Printable text in base64; undefined for anything else, such as a token that only looks like it. */
const decoded = (text: string): string | undefined => {
  if (!/^[A-Za-z0-9+/_-]{8,}={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  const plain = bytes.toString('utf8');
  const isWhole =
    bytes.toString('base64url') === text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what holds one is no user and no password
  return isWhole && !/[\u0000-\u001f\u007f-\u009f\ufffd]/.test(plain) ? plain : undefined;
};

const ofAddress = (text: string): string[] => {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) return [];
  const { username, password } = new URL(text);
  return [username, password].flatMap((part) => [part, percentDecoded(part)]);
};

const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
