/** Signatures that ID tokens may have, each with the hash of its `at_hash`. Source: RFC 7518, section 3.1; RFC 9864. */
export const algorithms: ReadonlyMap<string, string> = new Map([
  ['RS256', 'sha256'],
  ['RS384', 'sha384'],
  ['RS512', 'sha512'],
  ['PS256', 'sha256'],
  ['PS384', 'sha384'],
  ['PS512', 'sha512'],
  ['ES256', 'sha256'],
  ['ES384', 'sha384'],
  ['ES512', 'sha512'],
  ['EdDSA', 'sha512'],
  ['Ed25519', 'sha512'],
]);
