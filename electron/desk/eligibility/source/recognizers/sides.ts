import { oncePer } from '#base/once-per.ts';
import type { ExplanationReason, MentionSubject } from '#contract/eligibility.ts';
import type { SourceKind } from '#desk/eligibility/source/inspection.ts';
import { patternsOf } from '#desk/eligibility/source/patterns.ts';
import { scopeAround } from '#desk/eligibility/source/syntax/model.ts';
import { bare, type Lines } from './evidence.ts';
import type { HeaderAccess } from './headers.ts';
import { linesAround } from './place.ts';
import { type Recognized, type Subject, spanOf, type Use } from './subjects.ts';
import type { HeaderName } from './vocabulary.ts';

const lists = patternsOf('sides');

/** Whose request or answer a header belongs to. */

const kinds = {
  'x-service-clientid': ['client-id-read', 'client-id-header'],
  'retry-after': ['retry-after-set', 'retry-after'],
  authorization: ['authorization-check', 'authorization'],
} as const satisfies Record<HeaderName, readonly [SourceKind, MentionSubject]>;

export const useAt = (
  { header, reading, word }: HeaderAccess,
  confidence: Use['confidence'],
  why: string,
): Use => ({
  kind: kinds[header][0],
  ...spanOf(reading, word.from, word.to),
  weak: reading.file.weak,
  confidence,
  why,
});

/** A use in a comment or in documentation. */
export const commentUse = (access: HeaderAccess, why: string): Use => ({
  ...useAt(access, 'low', why),
  weak: true,
});

/** Why a header is not used where it is named. */
export type HeaderNote = readonly [reason: ExplanationReason, why: string];

/** The uses of a header in a region, and why the others are none; undefined: a person reviews it. */
export const judgedHeaders = (
  header: HeaderName,
  accesses: readonly HeaderAccess[],
  judge: (access: HeaderAccess) => Use | HeaderNote | undefined,
): Recognized => {
  const found: Recognized = { uses: [], explanations: [] };
  for (const access of accesses) {
    const judged = judge(access);
    if (judged === undefined) continue;
    if ('kind' in judged) found.uses.push(judged);
    else {
      const { from, to } = spanOf(access.reading, access.word.from, access.word.to);
      const [reason, why] = judged;
      found.explanations.push({ subject: kinds[header][1], from, to, reason, why });
    }
  }
  return found;
};

/** Lines of the function around, in the file. */
export const scopeOf = ({ reading, place }: HeaderAccess): Lines =>
  linesAround(reading.model, place.node, (offset) => reading.file.lineAt(reading.region.offsetOf(offset)));

/** An interface whose annotations declare calls that go out: Feign, Retrofit, Refit, MicroProfile. */
export const isDeclaredClient = ({ reading, place }: HeaderAccess): boolean => {
  if (place.role !== 'annotation') return false;
  const scope = scopeAround(place.node, 'interface', 'class');
  if (
    scope?.annotations.some(({ name }) => lists.clientMarks.test(name)) === true &&
    scope.role === 'interface'
  )
    return true;
  return (
    scope?.role === 'interface' &&
    /retrofit2|feign|\bRefit\b|RestEase|rest-?client|HttpExchange/i.test(reading.region.text)
  );
};

/** Whether a header is set on a request that goes out, as far as names tell. */
export const isOutgoing = ({ holder }: HeaderAccess): boolean =>
  holder.some((word) => lists.outgoingNames.test(word.replace(/^[$@]/, '')));

/** A gateway's policies have a section of that name. */
const policies = /<inbound\s{0,4}>/;
const hookWordsOfPolicies = new RegExp(lists.hookWords.source.replace('|inbound|', '|'));
/** Where people and programs of the integrator's own ask: `"/search"`, `location /api/upload`, `/public/v1`. */
const ownPaths =
  /["'`\s](?:\/[\w.-]{1,20}){0,3}\/(?:login|sign-?(?:in|up)|session|search|register|export|uploads?|graphql|public)\b|\bapi\.graphql\b/i;
const ownFolders = /(?:^|[/\\])(?:login|auth|accounts|search|checkout|uploads?|graphql)[/\\]/i;
const limits =
  /bucket|rate[-_ ]?limit|limit[._]req|throttl|limiter|quota|consume|check_?rate|too[-_ ]?many|\b429\b/i;

export interface Side {
  readonly isHookHere: boolean;
  readonly isHookFile: boolean;
  readonly isSessionHere: boolean;
  readonly isSessionFile: boolean;
  /** It limits the integrator's own logins, forms or API. */
  readonly isOwnLimiter: boolean;
}

/**
 * What the function around, and the file with its path, speak of. Asked several times for each header, but once for each
 * function: one long function that names a header over and over took time by the square of its length.
 */
export const sideOf = (one: HeaderAccess): Side => {
  const scope = scopeOf(one);
  const known = sidesIn(one.reading.file);
  const place = `${scope.first}-${scope.last}`;
  const side = known.get(place) ?? sideIn(one.reading.file, scope);
  known.set(place, side);
  return side;
};
const sidesIn = oncePer((_file: Subject) => new Map<string, Side>());

const sideIn = ({ evidence, path, text }: Subject, scope: Lines): Side => {
  const isPolicy = policies.test(text);
  const hooks = isPolicy ? hookWordsOfPolicies : lists.hookWords;
  const isHookFile = evidence.hasWord(hooks);
  const around = text
    .split('\n')
    .slice(scope.first - 1, scope.last)
    .join('\n');
  return {
    isHookHere: evidence.hasWord(hooks, scope),
    isHookFile,
    isSessionHere: evidence.hasWord(lists.sessionWords, scope),
    isSessionFile: evidence.hasWord(lists.sessionWords),
    isOwnLimiter:
      !isHookFile &&
      (isPolicy || !evidence.isReceiver) &&
      (evidence.hasWord(lists.limiterWords, scope) ||
        path.split(/[/\\.]/).some((part) => lists.limiterWords.test(bare(part))) ||
        ownPaths.test(around) ||
        (limits.test(path + around) &&
          (ownFolders.test(path) || lists.callers.test(around) || evidence.hasWord(lists.ofPeople)))),
  };
};

/** `webhook.client-header=X-Service-ClientId`: a name that other code reads by, not a header that a client is told to send. */
export const isSetting = ({
  place,
  word,
  reading,
}: Pick<HeaderAccess, 'place' | 'word' | 'reading'>): boolean => {
  if (!/^(?:value|bare|local)$/.test(place.role) || place.node.parent?.kind === 'list') return false;
  const { text } = reading.region;
  const start = text.lastIndexOf('\n', word.from) + 1;
  const before = text.slice(Math.max(start, word.from - 120), word.from);
  const around = text.slice(Math.max(0, word.from - 300), word.from);
  return (
    /(?<!name)[:=]\s{0,20}["']?$/i.test(before) &&
    !lists.outgoingKeys.test(`${place.holder.join('.')} ${around}`)
  );
};
