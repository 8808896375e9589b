import { BlockList, isIP } from 'node:net';
import { isMetadataAddress } from '#base/metadata-addresses.ts';
import { refuseSetting } from './refuse-setting.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const refuse = refuseSetting('baseUrl');

/** @param hostname as `URL` writes it: IPv6 in brackets */
export const isLoopback = (hostname: string): boolean => {
  const host = hostOf(hostname);
  const version = isIP(host);
  if (version === 0) return host === 'localhost' || host.endsWith('.localhost');
  return loopback.check(host, version === 6 ? 'ipv6' : 'ipv4');
};

/** Whether nothing of what is sent there crosses a network in the clear: https, or http on this machine. */
export const isEncryptedOrLocal = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));

/** Of a `URL`'s host name: an IPv6 address without its brackets. */
export const hostOf = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/**
 * A base URL as it is kept: https, or http on loopback; without a slash at its end. Source: `docs/reference/rules/names.md#target`.
 * @throws CatalogueError `request.invalid` naming `baseUrl`
 */
export const checkBaseUrl = (text: string): string => {
  const url = URL.parse(text.trim());
  if (url === null) throw refuse('must be a full URL, such as https://api.example.com.');
  if (!isEncryptedOrLocal(url)) {
    throw refuse('must begin with https://; otherwise the API key would be sent unencrypted.');
  }
  if (isMetadataAddress(hostOf(url.hostname))) {
    throw refuse('must not be a cloud metadata address, which returns credentials.');
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('must not contain a user or password. Set the API key separately.');
  }
  if (/[?#]/.test(text)) throw refuse('must end with its path. Remove the query or fragment.');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
};
