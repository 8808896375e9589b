import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import {
  type AllowListFormat,
  type AllowListRequest,
  type AllowListResult,
  allowListFormats,
  sourceAddresses,
} from '#contract/allow-list.ts';
import { CatalogueError } from '#contract/errors.ts';
import { readAws } from './aws.ts';
import { readAzure } from './azure.ts';
import { readCidr } from './cidr.ts';
import { readIptables } from './iptables.ts';
import { readNftables } from './nftables.ts';
import { readNginx } from './nginx.ts';
import { excerpt, limited, type Reading } from './reading.ts';
import { recognizeFormat, refuseListings } from './recognize.ts';

const readers: Readonly<Record<AllowListFormat, (text: string, port: number) => Reading>> = {
  cidr: readCidr,
  iptables: readIptables,
  nftables: readNftables,
  aws: readAws,
  azure: readAzure,
  nginx: readNginx,
};

const usualPort = 443;

/**
 * Whether rules of a firewall let both source addresses in, by which line. Pure. What can't be read or seen makes an
 * answer unknown, never allowed. Source: `docs/reference/rules/delivery.md#source-addresses`.
 * @throws CatalogueError `allowList.unreadable`, `allowList.unrecognized`, `allowList.otherTool`
 */
export const checkAllowList = (request: AllowListRequest, atIso: string): AllowListResult => {
  const { text, name, port = usualPort } = request;
  refuseListings(text);
  const format = request.format ?? recognizeFormat(text);
  if (format === undefined) {
    throw new CatalogueError('allowList.unrecognized', { formats: allowListFormats.join(', ') });
  }
  const reading = readers[format](text, port);
  const answers = sourceAddresses.map((address) => {
    const { text: shown, because, ...decision } = reading.answer(ipaddr.IPv4.parse(address));
    return {
      address,
      ...decision,
      ...(shown === undefined ? {} : { text: excerpt(shown) }),
      because: excerpt(because, 1000),
    };
  });
  const missing = answers.filter(({ result }) => result !== 'allowed').map(({ address }) => address);
  return {
    at: atIso,
    ...(name === undefined ? {} : { name }),
    digest: createHash('sha256').update(text).digest('hex'),
    format,
    port,
    answers,
    remarks: limited(reading.remarks),
    advice: missing.length === 0 ? [] : reading.advise(missing),
  };
};
