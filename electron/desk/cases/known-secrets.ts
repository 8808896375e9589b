import type { DeskContext } from '#desk/store/context.ts';
import type { Reader } from '#desk/store/store.ts';
import { openCaseSecrets } from './case-secrets.ts';
import type { PortableTargets } from './portable-target.ts';

/** The secrets that are known of a case: header values that are kept for it, and the key of its target. */
export const knownSecrets = async (
  context: DeskContext,
  targets: PortableTargets,
  reader: Reader,
  caseId: string,
  targetId: string,
): Promise<string[]> => {
  const key = (await targets.take(reader, targetId))?.secret?.apiKey;
  const kept = await openCaseSecrets(context, reader, caseId);
  return [...kept.map(({ value }) => value), ...(key === undefined ? [] : [key])];
};

/** Whether a file holds one of them, in any of the ways in which it may be written down. */
export const holdsOneOf = (secrets: readonly string[], content: Buffer): boolean =>
  secrets.some((secret) => formsOf(secret).some((form) => content.includes(form)));

/** Shorter ones would be found by chance. */
const shortest = 6;

const formsOf = (secret: string): (string | Buffer)[] => {
  if (secret.length < shortest) return [];
  const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
  return [...forms, Buffer.from(secret, 'utf16le'), ...[0, 1, 2].map((shift) => base64Core(secret, shift))];
};

/** What stays the same of a text in base64, wherever it stands; the signs at its ends depend on its neighbours. */
const base64Core = (secret: string, shift: number): string =>
  Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)])
    .toString('base64')
    .replace(/=+$/, '')
    .slice(shift === 0 ? 0 : shift + 1, -1);
