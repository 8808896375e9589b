import { oncePer } from '#base/once-per.ts';
import type { ExplanationReason } from '#contract/eligibility.ts';
import { patternsOf } from '#desk/eligibility/source/patterns.ts';
import type { Region } from '#desk/eligibility/source/regions/regions.ts';
import { lastName, scopeAround } from '#desk/eligibility/source/syntax/model.ts';
import { wordSet } from '#desk/eligibility/source/word-set.ts';
import { bare, type Evidence, type Lines } from './evidence.ts';
import { type OwnRules, ownRulesAround, toolOfHooks } from './own-rules.ts';
import { isTrustedComment, type Place } from './place.ts';
import { isConverted } from './rule-id-converted.ts';
import { holderScore, isMessageCall, isRouteParameter } from './rule-id-holders.ts';
import { exact, isMarked, pascalLanguages } from './rule-id-spelling.ts';
import type { Reading, Word } from './subjects.ts';
import { vocabulary } from './vocabulary.ts';

const lists = patternsOf('rule-id-reasons');
export const { isRouteAnnotation } = lists;

/** Why a word is no reading of the property. */
export interface Note {
  readonly reason: ExplanationReason;
  readonly why: string;
}

/** Names of the object that it is read from; empty if it is not read. */
const readFrom = ({ role, holder }: Place): readonly string[] => {
  if (role === 'argument') return holder.slice(0, -1);
  return role === 'member' || role === 'index' || role === 'pattern' ? holder : [];
};

const alertNamed = /alert/i;
/** A field of a type that an alert or a webhook may be read into. */
const isAlertType = ({ node, holder }: Place): boolean =>
  /alert|hook|deliver|payload|event|envelope|notification|notice|message|body/i.test(
    scopeAround(node, 'class', 'interface')?.name ?? holder[0] ?? '',
  );
/** Code with this path may have alerts of this service. */
const alertsPath = /^rulesalerts$/;

/** `RuleId` itself; `getRuleId` and `alertRuleId` are names of the code's own. */
export const isWireSpelling = ({ model }: Reading, { whole }: Word, { node }: Place): boolean =>
  /(?<![a-z\d])RuleId/.test(whole) && (node.kind === 'text' || !pascalLanguages.has(model.language));

/**
 * The code's own rules that a word may be the id of: nothing there receives webhooks, and the word is neither spelled as
 * on the wire nor read from what may be a body.
 */
export const ownRulesOf = (
  read: Reading,
  word: Word,
  place: Place,
  { line, scope }: { line: number; scope: Lines },
): OwnRules | undefined => {
  const { file } = read;
  if (isWireSpelling(read, word, place) || lists.ofWebhook.test(word.whole)) return undefined;
  const own = ownRulesAround(file, line, scope);
  return file.evidence.isSurelyReceiver && own?.isSent !== true ? undefined : own;
};

const ofOwnRules = (site: Site): Note | undefined => {
  const { read, word, place } = site;
  const { evidence } = read.file;
  const from = readFrom(place);
  const score = holderScore(from);
  const isWire = isWireSpelling(read, word, place);
  const foreign =
    score <= 0 && !isWire && !lists.ofWebhook.test(word.whole) ? ofForeignLine(site) : undefined;
  if (foreign !== undefined) return foreign;
  const tool = evidence.specific() === 0 && !isWire ? toolOfHooks(read.file) : '';
  if (tool !== '')
    return {
      reason: 'other-library',
      why: `The code receives webhooks of ${tool.slice(0, 40)}.`,
    };
  const own = ownRulesOf(read, word, place, site);
  if (own === undefined || mayBeBody(place, score, own, evidence)) return undefined;
  return { reason: 'own-field', why: `Id of the code's own rule (${own.name}).` };
};

/** The line itself, or an import, is about something else. */
const ofForeignLine = ({ read: { file }, line, scope }: Site): Note | undefined => {
  const { evidence } = file;
  const near = evidence.contrary(scope);
  if (near === undefined) return undefined;
  const { reason, label, word } = near;
  if (evidence.near(line) <= -3 && evidence.specific() === 0)
    return { reason, why: `The line is about ${label} (${word.slice(0, 40)}).` };
  return !evidence.isSurelyReceiver && evidence.isImported(label)
    ? { reason, why: `The code imports ${label} (${word.slice(0, 40)}).` }
    : undefined;
};

/** Whether a word may be read from the body of a webhook, or from an alert, all the same. */
const mayBeBody = (place: Place, score: number, own: OwnRules, evidence: Evidence): boolean => {
  const last = readFrom(place).at(-1) ?? '';
  const isOwnThing =
    lists.eachOf.test(last) || (own.isMade === true && (alertNamed.test(last) || /^[a-z]$/i.test(last)));
  const isField = place.role === 'field' || place.role === 'annotation';
  return (
    (isField && own.isMade !== true && isAlertType(place)) ||
    (score > 0 && (!isOwnThing || evidence.hasWord(alertsPath)))
  );
};

/** `stockRuleId`, `security_group_rule_id`: what stands before it says whose rules they are. */
const qualified = ({ file }: Reading, { whole }: Word): Note | undefined => {
  const name = /^[$@:]?(\w{3,40}?)_?rule_?ids?$/i.exec(whole)?.[1];
  if (name === undefined || lists.ofWebhook.test(whole)) return undefined;
  const term = vocabulary().terms.find(
    ({ reason, pattern }) => reason !== undefined && pattern.test(bare(`${name}rule`)),
  );
  return term === undefined || file.evidence.specific() > 0
    ? undefined
    : { reason: term.reason as Note['reason'], why: `Its name refers to ${term.label}.` };
};

/** A word, with the lines of the function around it. */
export interface Site {
  readonly read: Reading;
  readonly word: Word;
  readonly place: Place;
  readonly line: number;
  readonly scope: Lines;
  /** Whether its form may be that of a reading. */
  readonly isReading: boolean;
}

/** Why a word is no reading of the property, where the code shows it. */
export const noteOf = (site: Site): Note | undefined => {
  const { read, word, place } = site;
  if (read.region.depth === 0 && read.model.language === 'markdown')
    return { reason: 'documentation', why: 'In documentation.' };
  if (place.role === 'comment')
    return isTrustedComment(read.model, place.node) ? { reason: 'comment', why: 'In a comment.' } : undefined;
  const note = foreignNote(site) ?? qualified(read, word) ?? ofOwnRules(site) ?? plainNote(site);
  if (note !== undefined) return note;
  if (place.role === 'inside-text' && !site.isReading) {
    const inText = insideText(read, word, place);
    if (inText !== undefined || !isRoutePath(read, word, place)) return inText;
  }
  return routeNote(read, word, place) ?? originOf(site);
};

/** The code around a word is about something else. */
const foreignNote = ({ read, word, place, line, scope }: Site): Note | undefined => {
  const { evidence } = read.file;
  const near = evidence.contrary(scope) ?? evidence.contrary();
  if (near === undefined) return undefined;
  const isWire = isWireSpelling(read, word, place);
  const holder = holderScore(readFrom(place));
  const total = evidence.at(line, scope);
  const isForeign =
    isWire || holder >= 1.5
      ? !(isWire && holder >= 1.5) && evidence.specific() === 0 && total <= -4
      : isForeignCode(evidence, total, holder, near.isLinter);
  if (!isForeign) return undefined;
  // What a webhook brings is often passed on to such a tool: what may be its body is left for a person, unless the
  // tool's own objects are imported.
  const isRead = (isWire && isMarked(word) && holder > -2) || holder > 0;
  const mayBeRead = isRead && !evidence.importsOwnObjects;
  return evidence.isReceiver || mayBeRead
    ? undefined
    : {
        reason: near.reason,
        why: `The surrounding code is about ${near.label} (${near.word.slice(0, 40)}).`,
      };
};
const isForeignCode = (evidence: Evidence, total: number, holder: number, isLinter: boolean): boolean => {
  const specific = evidence.specific();
  return (
    (specific === 0 && (total <= -0.5 || (evidence.positive < 2 && total < 1))) ||
    (specific <= 3.5 && total <= -2 && (holder <= -2 || isLinter))
  );
};

/** A word that is written for people, or that describes a parameter. */
const plainNote = ({ read, word, place }: Site): Note | undefined => {
  const { model, region, file } = read;
  if (
    /\s/.test(region.text.slice(word.from, word.to)) &&
    model.source === 'syntax-tree' &&
    !dataLanguages.has(model.language) &&
    !isConverted(read, word, place)
  )
    return { reason: 'text', why: 'User-facing text, written with a space.' };
  if (isPathParameter(place)) return { reason: 'own-route', why: 'Describes a path or query parameter.' };
  return lists.catalogue.test(file.path) ? { reason: 'text', why: 'In a message catalogue.' } : undefined;
};
const insideText = ({ region }: Reading, word: Word, { holder }: Place): Note | undefined => {
  if (isMessageCall(holder)) return { reason: 'text', why: 'In a user-facing message.' };
  return /^=[a-z][\w-]{3,40}[\s"']/i.test(region.text.slice(word.to, word.to + 50))
    ? { reason: 'text', why: 'Followed by a literal value.' }
    : undefined;
};
const routeNote = (read: Reading, word: Word, place: Place): Note | undefined => {
  const { role, holder } = place;
  if (role !== 'member' && role !== 'index' && isRoutePath(read, word, place))
    return { reason: 'own-route', why: 'Path parameter.' };
  if (isMessageCall(holder) && role === 'argument') return { reason: 'text', why: 'In a message or metric.' };
  return isRouteParameter(holder, read.model.language) ||
    (role === 'annotation' && isRouteAnnotation.test(holder[0] ?? ''))
    ? { reason: 'own-route', why: "Parameter of the code's own route or query." }
    : undefined;
};

export const isVariable = ({ role }: Place): boolean =>
  role === 'local' || role === 'parameter' || role === 'bare';

const dataLanguages = new Set(['json', 'yaml', 'toml']);

/** `{ name: ruleId, in: path }` of OpenAPI. */
export const isPathParameter = ({ role, pair }: Place): boolean =>
  role === 'value' &&
  pair?.parent?.kind === 'mapping' &&
  pair.parent.entries.some(
    (entry) =>
      entry.kind === 'pair' && lastName(entry.key) === 'in' && /^(?:path|query)$/.test(lastName(entry.value)),
  );

/** `/rules/{ruleId}`, `/rules/:ruleId`, `?ruleId=`, `/rules/${ruleId}`. Outside of a text, `&rule_id` is a reference. */
const isRoutePath = ({ file, region }: Reading, word: Word, { node, role }: Place): boolean => {
  // A template is a region of its own inside the path.
  const at = region.offsetOf(word.from);
  const before =
    region.depth > 0
      ? file.text.slice(Math.max(0, at - 24), at)
      : region.text.slice(Math.max(0, word.from - 24), word.from);
  if (/^["'`]:$/.test(before.slice(-2)) || /\/[:{<$*%(]{1,4}[:\w]{0,20}$/.test(before)) return true;
  const isQuery =
    /[?&][:{<$*%(]{0,4}[:\w]{0,20}$/.test(before) && /^\s?=/.test(region.text.slice(word.to, word.to + 2));
  return isQuery && (node.kind === 'text' || role === 'inside-text');
};

/** Languages whose frameworks never bind a plain parameter to a property of a body by its name. */
const typed = wordSet('javascript typescript tsx java kotlin go rust swift scala dart c cpp csharp php');

/** A variable that is shown to hold something else. */
const originOf = (site: Site): Note | undefined => {
  const { read, place } = site;
  if (!isVariable(place) && place.role !== 'named-argument' && place.role !== 'key') return undefined;
  const value = place.definition?.value ?? (isVariable(place) ? undefined : place.pair?.value);
  const source =
    value === undefined ? '' : read.region.text.slice(value.from, Math.min(value.to, value.from + 400));
  const other = /(?:\.|->|\[\s?["':]?)(id|uuid|key|guid)["']?\]?(?:\(\))?\s*\)?;?\s*$/i.exec(source)?.[1];
  if (other !== undefined)
    return { reason: 'definition', why: `Set from the property ${other} of another object.` };
  if (place.role === 'local') return ofLocal(read, place, source);
  return place.role === 'parameter' ? ofParameter(site) : undefined;
};
const ofLocal = ({ model }: Reading, { pair }: Place, source: string): Note | undefined => {
  const key = lastName(pair?.key);
  if (key !== '' && !exact.test(key))
    return { reason: 'definition', why: `Set from the property ${key.slice(0, 40)} of another object.` };
  const isShown = typed.has(model.language) || /^(?:python|ruby|lua|shell)$/.test(model.language);
  return model.source === 'syntax-tree' && source !== '' && isShown && lists.shownElsewhere.test(source)
    ? { reason: 'definition', why: 'Variable; its value is read elsewhere.' }
    : undefined;
};
const ofParameter = ({ read, word, place, scope }: Site): Note | undefined => {
  const { model } = read;
  const annotations = place.definition?.annotations ?? [];
  const isTyped = model.source === 'syntax-tree' && typed.has(model.language);
  if (isTyped && annotations.length === 0 && !isPostedTo(place))
    return {
      reason: 'definition',
      why: 'Parameter; its value comes from the caller.',
    };
  if (annotations.some(({ name }) => ofRoute.test(name)))
    return { reason: 'own-route', why: "Parameter of the code's own route or query." };
  return fillsPath(read, word) && read.file.evidence.specific(scope) === 0
    ? { reason: 'definition', why: 'Parameter of a function that builds the path of a rule.' }
    : undefined;
};

/** A posted method of ASP.NET MVC or of a web service: a field of the body may be bound to a parameter by its name. */
const isPostedTo = ({ node }: Place): boolean =>
  scopeAround(node, 'function')?.annotations.some(({ name }) =>
    /^(?:HttpPost|AcceptVerbs|WebMethod|ScriptMethod)$/.test(name),
  ) === true;

const ofRoute = /^(?:PathVariable|PathParam|QueryParam|RequestParam|FromRoute|FromQuery|Param|Query)$/;

const filled =
  /(?:\/rules?\/?["'`]?[\s,+.&|(]{0,6}(?:\w{1,20}\()?[$#{:<%(]{0,3}(?:\w{1,8}:)?|\brules?["'`][\s,+/]{1,4})([$@]?rule_?id)\b/gi;
const namesInPaths = oncePer(
  ({ text }: Region): ReadonlySet<string> =>
    new Set([...text.matchAll(filled)].map((found) => (found[1] as string).replace(/^[$@]/, ''))),
);
/** Whether a name is part of the path of a rule somewhere in the file. */
const fillsPath = ({ region }: Reading, word: Word): boolean =>
  namesInPaths(region).has(word.whole.replace(/^[$@]/, ''));
