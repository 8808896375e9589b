/**
 * Names of fields, headers and parameters whose values are secrets, whatever the case and separators: `access_token`,
 * `Access-Token` and `ACCESSTOKEN` are one name. Rather one value too many than a key.
 */

const parts =
  /token|secret|passw|passphrase|pwd|apikey|accesskey|privatekey|signingkey|sharedkey|encryptionkey|masterkey|credential|authori[sz]ation|authheader|authcode|cookie|sessionid|sessionkey|signature|jwt|bearer|assertion|codeverifier|pincode/;
const whole = new Set(['auth', 'pass', 'code', 'pin', 'otp', 'sig', 'sid', 'session', 'xauth']);
/** These say how a secret is used. */
const harmless = new Set([
  'apikeyid',
  'tokentype',
  'tokenurl',
  'tokenendpoint',
  'accesstokenexpiresin',
  'refreshtokenexpiresin',
]);
const inHeaders = /auth|key|session|credential/;
const harmlessHeaders = new Set(['wwwauthenticate', 'idempotencykey', 'xcarryoverkeyid']);

/** A name without case and separators. */
export const plainName = (name: string): string =>
  /^[a-z0-9]*$/.test(name)
    ? name
    : name
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '');

/** By names; most come again and again. */
const known = new Map<string, boolean>();
const mostKnown = 2000;

/** Whether the value of a field of this name is a secret. */
export const namesSecret = (name: string): boolean => {
  const before = known.get(name);
  if (before !== undefined) return before;
  const plain = plainName(name);
  const isSecret = !harmless.has(plain) && (whole.has(plain) || parts.test(plain));
  if (known.size >= mostKnown) known.clear();
  if (name.length <= 100) known.set(name, isSecret);
  return isSecret;
};

/** As `namesSecret`, for query strings and forms, where `key=` is a key. */
export const namesSecretParameter = (name: string): boolean => plainName(name) === 'key' || namesSecret(name);

/** As `namesSecret`, for headers. */
export const namesSecretHeader = (name: string): boolean => {
  const plain = plainName(name);
  return !harmlessHeaders.has(plain) && (inHeaders.test(plain) || namesSecret(name));
};
