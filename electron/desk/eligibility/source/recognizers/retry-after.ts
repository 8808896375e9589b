import { oncePer } from '#base/once-per.ts';
import { patternsOf } from '#desk/eligibility/source/patterns.ts';
import type { Region } from '#desk/eligibility/source/regions/regions.ts';
import { lastName } from '#desk/eligibility/source/syntax/model.ts';
import { lineEnd, lineStart } from '#desk/eligibility/source/text-lines.ts';
import { type HeaderAccess, headerAccesses, isConfiguration, responseLike } from './headers.ts';
import { commentUse, type HeaderNote, isSetting, judgedHeaders, sideOf, useAt } from './sides.ts';
import { type ReadRegion, type Recognized, spanOf, type Use } from './subjects.ts';

const { mocking, setting, foreign } = patternsOf('retry-after');

const upstream =
  /\bupstream|\bproxied|headers\.get\(\s?["']retry|getHeader\(\s?["']retry|\bres(?:p|ponse)?\.headers|\.Header\.Get\(\s?"Retry/i;

/**
 * Setting of `Retry-After` on a response, unless it is passed on from an upstream's. Source:
 * `docs/reference/rules/legacy.md#retries-of-alerts`.
 */
export const retryAfters = (read: ReadRegion): Recognized => {
  const found = judgedHeaders(
    'retry-after',
    headerAccesses(read, 'retry-after'),
    (one) => noteOf(one) ?? useOf(one),
  );
  found.uses.push(...exceptionUses(read));
  return found;
};

const useOf = (one: HeaderAccess): Use | undefined => {
  if (one.action === 'comment')
    return commentUse(one, 'Setting Retry-After is mentioned in a comment or documentation.');
  const by = one.constant === undefined ? '' : `, named by ${one.constant.slice(0, 60)}`;
  if (one.action === 'set') return useAt(one, 'high', `The Retry-After header of a response is set${by}.`);
  return one.action === 'named' && isConfiguration(one.reading) && isSetting(one) && sideOf(one).isHookFile
    ? useAt(one, 'low', 'A webhook setting names Retry-After, which may be set elsewhere.')
    : undefined;
};

/** Exceptions whose first argument becomes the header: a number or a variable. */
const exceptions =
  /\bnew\s+\\?(?:\w+\\)*((?:ServiceUnavailable|TooManyRequests)Http?Exception|ServiceUnavailableException)\(\s?(?!["')]|null\b|\$?\w*message)/gi;

const exceptionUses = ({ file, region }: ReadRegion): Use[] =>
  [...region.text.matchAll(exceptions)].slice(0, 50).map((found) => ({
    kind: 'retry-after-set',
    ...spanOf({ file, region }, found.index, found.index + found[0].length),
    weak: file.weak,
    confidence: 'medium',
    why: `The exception ${found[1]} sets Retry-After from its first argument.`,
  }));

const lineOf = ({ reading, word }: HeaderAccess, before = 0): string => {
  const { text } = reading.region;
  let start = lineStart(text, word.from);
  for (let step = 0; step < before && start > 0; step++) start = text.lastIndexOf('\n', start - 2) + 1;
  return text.slice(Math.max(start, word.from - 600), Math.min(lineEnd(text, word.to), word.to + 300));
};

const mentionsSetting = (one: HeaderAccess): boolean => {
  const line = lineOf(one);
  return (
    setting.test(line) && !foreign.test(line) && one.reading.file.evidence.file > -2 && sideOf(one).isHookFile
  );
};

/** Variables that hold what was read of another service's answer. */
const readInto = /([$\w]{1,60})\s{0,3}(?::=|=(?![=>]))[^;\n=]{0,120}?retry[-_]?after/gi;
/** Another header of an answer that came back: `after := res.Header.Get("X-Wait")`. */
const ofAnswer =
  /([$\w]{1,60})\s{0,3}(?::=|=(?![=>]))\s{0,3}(?:\w{1,20}\(){0,2}(?:res|resp|response|upstream\w{0,20}|proxyRes)(?:\.|->|\?\.)headers?\b/gi;
const namesPassedOn = oncePer(
  ({ text }: Region): ReadonlySet<string> =>
    new Set([
      ...[...text.matchAll(readInto)].flatMap(({ 0: whole, 1: name = '' }) =>
        /get|headers?|\[/i.test(whole.slice(name.length)) && !/\bset|append|add/i.test(whole) ? [name] : [],
      ),
      ...[...text.matchAll(ofAnswer)].map(([, name = '']) => name),
    ]),
);

const isPassedOn = ({ reading: { region } }: HeaderAccess, line: string): boolean => {
  const value = line.slice(line.search(/retry[-_]?after/i) + 11);
  if (upstream.test(value) || /["'`]retry[-_]?after["'`]\s?[\])]/i.test(value)) return true;
  const names = namesPassedOn(region);
  return [...value.matchAll(/[$\w]+/g)].some(([name]) => names.has(name));
};

const noteOf = (one: HeaderAccess): HeaderNote | undefined => {
  if (one.action === 'comment') return mentionsSetting(one) ? undefined : ['comment', 'In a comment.'];
  if (one.action === 'read') return noteOfReading(one);
  if (mocking.test(lineOf(one, 3))) return ['test', 'Set by a mock of another service.'];
  const side = sideOf(one);
  if (one.action === 'set') return noteOfSetting(one, side.isOwnLimiter);
  if (isDescribed(one) && !side.isHookFile) return ['own-api', 'Describes API responses.'];
  if (one.action === 'other' && one.place.role === 'inside-text')
    return ['text', 'In a user-facing message.'];
  return one.action === 'named' && isNameOfItsOwn(one)
    ? ['definition', 'Variable or field of that name, not the header.']
    : undefined;
};
const noteOfReading = ({ reading, place, holder }: HeaderAccess): HeaderNote | undefined => {
  if (reading.file.weak) return ['test', 'Read by a test.'];
  const given = place.call?.arguments.map((argument) => lastName(argument)) ?? [];
  const isAnswer = [...holder, ...given].some((word) => responseLike.test(word));
  return isAnswer || reading.model.source === 'syntax-tree' || /^get/i.test(holder.at(-1) ?? '')
    ? ['outgoing-call', 'Read from the response to a call; a receiver of webhooks sets it.']
    : undefined;
};
const noteOfSetting = (one: HeaderAccess, isOwnLimiter: boolean): HeaderNote | undefined => {
  if (/^(?:undefined|null|nil|None)$/.test(lastName(one.place.pair?.value)))
    return ['definition', 'No value is set.'];
  if (isPassedOn(one, lineOf(one))) return ['own-api', 'Value passed on from an upstream response.'];
  return isOwnLimiter ? ['own-api', "Set by the code's own rate limiter or login."] : undefined;
};
/** In an OpenAPI document. */
const isDescribed = ({ reading: { model, file } }: HeaderAccess): boolean =>
  /^(?:yaml|json)$/.test(model.language) &&
  /(?:^|\n)\s{0,4}["']?(?:openapi|swagger)["']?\s?:/.test(file.text);
const isNameOfItsOwn = (one: HeaderAccess): boolean =>
  /^[a-z_]*retry_?after(?:_?\w+)?$/i.test(one.word.whole) &&
  one.place.node.kind !== 'text' &&
  isVariable(one);

const isVariable = ({ place }: HeaderAccess): boolean =>
  ['local', 'parameter', 'field', 'bare', 'member', 'function-name', 'named-argument'].includes(place.role);
