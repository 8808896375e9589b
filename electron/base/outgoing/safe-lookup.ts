import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isMetadataAddress } from '#base/metadata-addresses.ts';

/** A name that resolves to a cloud metadata address. */
class MetadataNameError extends Error {
  readonly code = 'METADATA_ADDRESS';
}

/** As the system looks names up, but never to a cloud metadata address: a target's name may lead anywhere, later. */
export const safeLookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return callback(error, '');
    const safe = found.filter(({ address }) => !isMetadataAddress(address));
    const [first] = safe;
    if (first === undefined) {
      return callback(new MetadataNameError(`${hostname} resolves to a cloud metadata address.`), '');
    }
    if (options.all) callback(null, safe);
    else callback(null, first.address, isIP(first.address));
  });
};
