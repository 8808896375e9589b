import type { AllowListFormat } from '#contract/allow-list.ts';
import { CatalogueError } from '#contract/errors.ts';
import { toolOfJson, toolOfLines } from './other-tools.ts';
import { parseRange } from './ranges.ts';
import { unreadable } from './unreadable.ts';

/** As much of a line as tells the form. */
const lineLength = 300;

/**
 * Which format a text has, by signs that no other has.
 * @returns undefined if none fits
 * @throws CatalogueError `allowList.otherTool` if it is one of a tool that is known and not read
 */
export const recognizeFormat = (text: string): AllowListFormat | undefined => {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line) => line.slice(0, lineLength).trim())
    .filter((line) => line !== '');
  // Rules of iptables may begin with their counters, such as "[3:180]".
  const isJson = /^(\{|\[(?!\d+:\d+\]))/;
  if (isJson.test(lines.find((line) => !/^(#|\/\/|\/\*)/.test(line)) ?? '')) return recognizeJson(text);
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
  if (some(/^(server|location|http|stream)\b[^;]*\{/)) return 'nginx';
  refuseTool(toolOfLines(lines));
  if (some(/\b(allow|deny) +[^\s;#]+;/)) return 'nginx';
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
      'it is the output of `iptables -L`, which omits conditions that decide. Provide the output of `iptables-save`',
    );
  }
  if (/^Status: (in)?active\s*$/m.test(text) || /^To +Action +From\s*$/m.test(text)) {
    throw unreadable(
      'a firewall',
      'it is the output of `ufw status`, which omits conditions that decide. Provide the output of `iptables-save`',
    );
  }
};

const refuseTool = (tool: string | undefined): void => {
  if (tool !== undefined) throw new CatalogueError('allowList.otherTool', { tool });
};

const recognizeJson = (text: string): AllowListFormat | undefined => {
  if (/"nftables"\s*:\s*\[/.test(text)) return 'nftables';
  refuseTool(toolOfJson(text));
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
