import { hash } from 'node:crypto';
import { toIso } from '#base/clock.ts';
import { drawBytes } from '#base/ids.ts';
import { fitsWhole, wholeValue } from '#base/whole-value.ts';
import { invalid } from '#contract/errors.ts';
import type { CatalogueIntegration, CredentialField } from '#contract/integration.ts';
import type { TokenBehaviour, TokenSet } from '#contract/sandbox.ts';
import type { ServiceContext } from '#service/store/context.ts';
import type { Tx } from '#service/store/store.ts';
import { findTokenSetId, insertTokenSets } from '#service/store/token-sets.ts';

/**
 * The simulated platforms' token endpoint: issues token sets of a chosen behaviour, in the form that the
 * integration's fields want. Only a hash of the token that recognizes a set is kept. Source: `docs/reference/rules/integrations.md#simulated-platforms`.
 */

/** The field whose value tells one token set from another: the token that lives longest. */
const recognizingField = ({ credentials }: CatalogueIntegration): CredentialField | undefined =>
  credentials.find((field) => field.name === 'refreshToken') ?? credentials.find((field) => field.secret);

/**
 * The set that credentials are of; undefined for tokens that were not issued here. One whose tokens stand in each
 * other's fields is known, too: the platform would refuse it at the first refresh, and nothing tells before.
 */
export const recognizeTokenSet = async (
  tx: Tx,
  context: Pick<ServiceContext, 'ids' | 'clock'>,
  integration: CatalogueIntegration,
  credentials: Readonly<Record<string, string>>,
): Promise<string | undefined> => {
  const { platformKey } = integration;
  const find = (hash: string): Promise<string | undefined> => findTokenSetId(tx, platformKey, hash);
  const recognizing = recognizingField(integration)?.name;
  for (const { name } of integration.credentials.toSorted((field) => (field.name === recognizing ? -1 : 0))) {
    const token = credentials[name];
    const found = token === undefined ? undefined : await find(hashOf(token));
    if (token === undefined || found === undefined) continue;
    if (name === recognizing) return found;
    const misplaced = hashOf(`misplaced ${token}`);
    const known = await find(misplaced);
    if (known !== undefined) return known;
    const set = { id: context.ids.uuid(), platform_key: platformKey, behaviour: 'misplaced' } as const;
    await insertTokenSets(tx, [{ ...set, issued_at: context.clock.now(), token_hash: misplaced }]);
    return set.id;
  }
  return undefined;
};

const hashOf = (token: string): string => hash('sha256', token);

/**
 * Issues token sets now.
 * @throws CatalogueError `request.invalid` if the integration takes no tokens that could be told apart
 */
export const issueTokenSets = async (
  tx: Tx,
  context: Pick<ServiceContext, 'ids' | 'seed' | 'clock'>,
  integration: CatalogueIntegration,
  { behaviour, count }: { readonly behaviour: TokenBehaviour; readonly count: number },
): Promise<TokenSet[]> => {
  const recognizing = recognizingField(integration);
  if (recognizing === undefined) {
    throw invalid({
      itemId: 'platformKey',
      message: `${integration.name} takes no tokens, so none can be issued for it.`,
      validatorName: 'notSupported',
    });
  }
  const now = context.clock.now();
  const sets: TokenSet[] = [];
  for (let n = 0; n < count; n++) {
    const id = context.ids.uuid();
    const credentials: Record<string, string> = {};
    for (const field of integration.credentials) {
      const bytes = drawBytes(context.seed, variedSigns, 'token', id, field.name);
      credentials[field.name] = valueFor(field, bytes, field === recognizing);
    }
    sets.push({ id, platformKey: integration.platformKey, behaviour, issued: toIso(now), credentials });
  }
  await insertTokenSets(
    tx,
    sets.map((set) => ({
      id: set.id,
      platform_key: set.platformKey,
      behaviour,
      issued_at: now,
      token_hash: hashOf(set.credentials[recognizing.name] as string),
    })),
  );
  return sets;
};

/** How many signs at the end of an example are varied; that many hex digits are enough to be unique. */
const variedSigns = 24;
/** One that stands by itself: digits among letters are of an id, which with more of them would look like a token. */
const shortNumber = /(?<![\dA-Za-z])\d{1,9}(?![\dA-Za-z])/;
/** Signs of a number that does not come twice. */
const longNumber = 10;
/** Fewer varied signs than this could give the same token twice. */
const fewestVariedSigns = 12;

type Alphabet = (sign: string) => string | undefined;
const digits = '0123456789';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const within =
  (...alphabets: readonly string[]): Alphabet =>
  (sign) =>
    alphabets.find((alphabet) => alphabet.includes(sign));
const anySign = within(digits, lower, upper);
const hexSign = within(digits, 'abcdef', 'ABCDEF');
const digitSign = within(digits);

/**
 * A value of the field's form: its example with other signs of the same kind, so far as the pattern allows. What is not
 * secret tells organisations apart, so a short number in it is made longer.
 */
const valueFor = (field: CredentialField, bytes: Buffer, mustDiffer: boolean): string => {
  const pattern = wholeValue(field.pattern);
  if (!field.secret && !mustDiffer && shortNumber.test(field.example)) {
    const digitsOf = [...bytes.subarray(0, longNumber)].map((byte) => byte % 10).join('');
    const longer = field.example.replace(shortNumber, digitsOf.replace(/^0/, '1'));
    if (fitsWhole(pattern, longer)) return longer;
  }
  for (const alphabet of field.secret ? [anySign, hexSign, digitSign] : [digitSign]) {
    const { value, varied } = vary(field.example, bytes, alphabet);
    if (fitsWhole(pattern, value) && (!mustDiffer || varied >= fewestVariedSigns)) return value;
  }
  if (!mustDiffer) return field.example;
  throw invalid({
    itemId: 'platformKey',
    message: `No tokens can be simulated from the example of ${field.name} in the integration catalogue. Use an example with at least ${fewestVariedSigns} letters or digits among its last ${variedSigns} characters that stays valid when they change.`,
    validatorName: 'example',
  });
};

const vary = (example: string, bytes: Buffer, alphabetOf: Alphabet): { value: string; varied: number } => {
  const from = Math.max(0, example.length - variedSigns);
  let value = example.slice(0, from);
  let varied = 0;
  for (let at = from; at < example.length; at++) {
    const sign = example.charAt(at);
    const alphabet = alphabetOf(sign);
    if (alphabet !== undefined) varied++;
    value += alphabet === undefined ? sign : alphabet.charAt((bytes[at - from] as number) % alphabet.length);
  }
  return { value, varied };
};
