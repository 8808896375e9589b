import { X509Certificate } from 'node:crypto';
import { getCACertificates, rootCertificates } from 'node:tls';
import { refuseSetting } from '#base/outgoing/refuse-setting.ts';

const block = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g;

const refuse = refuseSetting('caPem', 'pem');

/**
 * The certificates of a PEM text, without whatever else stands between them.
 * @throws CatalogueError `request.invalid` naming `caPem`
 */
export const checkCaPem = (text: string): string => {
  const blocks = [...text.matchAll(block)];
  const odd = blocks.find(([, label]) => label !== 'CERTIFICATE');
  if (odd !== undefined) {
    throw refuse(`contains a block "${odd[1]}". Provide certificates only, never private keys.`);
  }
  if (blocks.length === 0) {
    throw refuse(
      'contains no certificate. It must be PEM text that begins with -----BEGIN CERTIFICATE-----.',
    );
  }
  return blocks
    .map(([pem], at) => {
      try {
        return new X509Certificate(pem).toString();
      } catch {
        throw refuse(`contains an unreadable certificate (number ${at + 1}). Export it again.`);
      }
    })
    .join('');
};

/** The usual authorities and the given ones, for the option `ca` of a TLS connection; undefined leaves the usual. */
export const trustedWith = (caPem: string | undefined): string[] | undefined => {
  if (caPem === undefined) return undefined;
  // From Node 22.15 on; it knows those of NODE_EXTRA_CA_CERTS too.
  const usual = typeof getCACertificates === 'function' ? getCACertificates('default') : rootCertificates;
  return [...usual, caPem];
};
