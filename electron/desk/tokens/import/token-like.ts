import { withoutKeys } from '#base/without-keys.ts';

/** Whether a text could be a token: an unknown value where plain text belongs may well be one. */
export const looksLikeToken = (text: string): boolean => {
  if (text.length < shortest) return false;
  if (uuid.test(text)) return false;
  const words = text.match(longWord) ?? [];
  return words.some(isMixed) || withoutKeys(text) !== text;
};

const shortest = 16;
const longWord = /[A-Za-z0-9+/_=.~-]{20,}/g;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const isMixed = (word: string): boolean => /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word);

/**
 * Whether a name or a reference is rather a token: nothing that people write for each other, and no UUID. Narrower than
 * `looksLikeToken`, since a row is refused for it: `customer-reference-00012345` is none.
 */
export const isRatherToken = (text: string): boolean => {
  if (text.length < shortest) return false;
  if (keyed.test(text)) return true;
  return (text.replace(uuids, '').match(longWord) ?? []).some((word) => word.split(joints).some(isRandom));
};

/** What keys of well-known services begin with, and what goes before one in a header. */
const keyed =
  /\b(?:(?:whsec_|sk_|pk_|ghp_|xox[abp]-|AKIA|eyJ)(?=\S*\d)[\w+/=.-]{12,}|(?:Basic|Bearer)\s+(?=\S*\d)\S{16,})/;
const uuids = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
const joints = /[-._~/]/;
const orderly = /^(?:[A-Za-z]*\d*|\d+[A-Za-z]{1,4})=*$/;
const isRandom = (part: string): boolean => part.length >= 12 && !orderly.test(part);

/** What the name of a column could be; a value in its place has more digits or signs. */
export const looksLikeName = (header: string): boolean =>
  header.length <= 40 &&
  /^[\p{L}\p{N} _.:/()#*-]+$/u.test(header) &&
  (header.match(/\d/g) ?? []).length <= 3 &&
  !looksLikeToken(header);

/** Whether a text may be shown although it is not understood: a few short words, as no key or password is written. */
export const looksLikeWords = (text: string): boolean => {
  const words = text.split(/[ .&-]+/);
  return text.length <= 30 && words.length <= 3 && words.every((one) => word.test(one));
};
const word = /^(?:\d{1,3}|[A-Z]{1,5}|[A-Z]?[a-z]{1,11}(?:[A-Z][a-z]{1,11})?)$/;
