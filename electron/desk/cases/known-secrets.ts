import { secretForms } from '#base/secret-forms.ts';
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

/** Whether a file holds one of them, or a part of one, in any of the ways in which it may be written down. */
export const holdsOneOf = (secrets: readonly string[], content: Buffer): boolean =>
  secretForms(secrets).holds(content);
