import type { AllowListFormat } from '#contract/allow-list.ts';
import { parseRange } from './ranges.ts';
import { unreadable } from './unreadable.ts';

/** As much of a line as tells the form. */
const lineLength = 300;

/**
 * Which format a text has, by signs that no other has.
 * @returns undefined if none fits
 */
export const recognizeFormat = (text: string): AllowListFormat | undefined => {
  const bare = text.replace(/^\uFEFF/, '').trimStart();
  if (/^[{[]/.test(bare)) return recognizeJson(text);
  const lines = bare
    .split('\n')
    .map((line) => line.slice(0, lineLength).trim())
    .filter((line) => line !== '');
  const some = (pattern: RegExp): boolean => lines.some((line) => pattern.test(line));
  if (
    some(/^(add +)?table +((ip6?|inet|arp|bridge|netdev) +)?\S+ *\{/) ||
    some(/^(nft +)?add +(rule|table|chain) /)
  ) {
    return 'nftables';
  }
  if (
    some(/^\*(filter|nat|mangle|raw|security)$/) ||
    some(/^(\[\d+:\d+\] *)?((sudo +)?[\w/.-]*ip6?tables[\w-]* .*)?-[AIPN] +\S/)
  ) {
    return 'iptables';
  }
  if (some(/^(server|location|http|stream)\b[^;]*\{/) || some(/\b(allow|deny) +[^\s;#]+;/)) return 'nginx';
  return isList(lines) ? 'cidr' : undefined;
};

/**
 * Listings for people leave out what decides, such as interfaces, and look like lists of addresses.
 * @throws CatalogueError `allowList.unreadable` saying what to give instead
 */
export const refuseListings = (text: string): void => {
  if (/^Chain \S+ \((policy \w+|\d+ references)/m.test(text)) {
    throw unreadable(
      'a firewall',
      'it is a listing of `iptables -L`, which leaves out what decides. Give the output of `iptables-save`',
    );
  }
  if (/^Status: (in)?active\s*$/m.test(text) || /^To +Action +From\s*$/m.test(text)) {
    throw unreadable(
      'a firewall',
      'it is a listing of `ufw status`, which leaves out what decides. Give the output of `iptables-save`',
    );
  }
};

const recognizeJson = (text: string): AllowListFormat | undefined => {
  if (/"(IpPermissions|SecurityGroupRules|IpProtocol)"/i.test(text)) return 'aws';
  if (/"(securityRules|sourceAddressPrefix(es)?)"/i.test(text)) return 'azure';
  return undefined;
};

/** A list holds an address in one of its lines, behind a word at most. */
const isList = (lines: readonly string[]): boolean =>
  lines.some((line) =>
    line
      .replace(/(#|;|\/\/).*$/, '')
      .split(/[\s,"']+/)
      .slice(0, 4)
      .some((word) => parseRange(word) !== undefined || /^(all|any)$/i.test(word)),
  );
