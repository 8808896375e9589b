import { isEncryptedOrLocal } from '#base/outgoing/base-url.ts';
import { refuseSetting } from '#base/outgoing/refuse-setting.ts';

const refuse = refuseSetting('callbackUrl');

/**
 * A callback URL as it is kept: sign by sign as given, since platforms compare it so (RFC 6749, section 3.1.2; RFC 9700,
 * section 2.1).
 * @throws CatalogueError `request.invalid` naming `callbackUrl`
 */
export const checkCallbackUrl = (text: string): string => {
  if (/[\s\p{Cc}\p{Cf}]/u.test(text)) throw refuse('must not contain spaces or invisible characters.');
  const url = URL.parse(text);
  if (url === null) throw refuse('must be a full URL, such as https://api.example.com/callback.');
  if (!isEncryptedOrLocal(url)) {
    throw refuse('must begin with https://, unless it is on this machine.');
  }
  if (url.username !== '' || url.password !== '') throw refuse('must not contain a user or password.');
  if (text.includes('#')) throw refuse('must not contain a fragment. Remove the part from # on.');
  return text;
};
