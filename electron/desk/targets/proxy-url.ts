import { isMetadataAddress } from '#base/metadata-addresses.ts';
import { hostOf, isLoopback } from '#base/outgoing/base-url.ts';
import { refuseSetting } from '#base/outgoing/refuse-setting.ts';

const refuse = refuseSetting('proxyUrl');

/** The proxy that a remote target is reached by. Its URL may hold a user and a password, so it is sealed as a whole. */

/**
 * A proxy's URL as it is kept.
 * @throws CatalogueError `request.invalid` naming `proxyUrl`, without a sign of what was given
 */
export const checkProxyUrl = (text: string): string => {
  const url = URL.parse(text.trim());
  if (url === null || url.hostname === '') {
    throw refuse('must be a full URL, such as http://proxy.example.com:8080.');
  }
  if (isMetadataAddress(hostOf(url.hostname))) throw refuse('must not be a cloud metadata address.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refuse('must begin with http:// or https://.');
  if (url.pathname !== '/' || /[?#]/.test(text)) throw refuse('must end with its host and port.');
  if (url.username === '' && url.password !== '') throw refuse('has a password without a user.');
  if (!isDecodable(url.username) || !isDecodable(url.password)) {
    throw refuse('contains an invalid %. Write it as %25.');
  }
  return url.href.replace(/\/$/, '');
};

/** A target on this machine is reached directly, whatever a proxy makes of the name. @throws CatalogueError `request.invalid` */
export const refuseProxyToHere = (baseUrl: string, hasProxy: boolean): void => {
  if (!hasProxy || !isLoopback(new URL(baseUrl).hostname)) return;
  throw refuse('is not used for a target on this machine. Leave it out.');
};

/** As it may be shown: no user, no password. */
export const maskProxyUrl = (proxyUrl: string): string => {
  const { protocol, host, username } = new URL(proxyUrl);
  return `${protocol}//${username === '' ? '' : '••••@'}${host}`;
};

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};
