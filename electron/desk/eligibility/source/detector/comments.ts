import { alertsPathIn } from './alerts-path.ts';
import type { Use } from './finding.ts';
import { readSource, type Source } from './source.ts';

const alertsSdk =
  /\b(?:\w*rules?(?:_?(?:api|client))?)(?:\(\))?(?:\.|->|::)(?:alerts|(?:get|list|fetch|find)_?\w{0,20}_?alerts?\w{0,12})\b/i;
const ruleId =
  /\bRuleId\b|\b(?:alert|body|payload|hook|webhook|event|dto|data|req|request)(?:\.|->|\[["':]?|\.get)_?\(?["']?(?:get)?rule_?id\b/i;
const looseRuleId = /\brule_?id\b/i;
const setsRetryAfter = /retry[-_]?after/i;
const setting =
  /\bset|\bsend|\banswer|\brespond|\brespons|\breturn|\badd|\bheader\s*\(|writes?\b|with\b|space|spacing|\bgive|append/i;
const foreignRetry =
  /upstream|their|read|obey|honou?r|respect|parse|third|client-side|wait for|from the (?:api|answer|response)|rate limit of/i;
const authorizes = /\bauthorization\b/i;
const checking = /headers?\s*(?:\.|\[|\()|getHeader|get\(|compare|check|verif|reject|=== |!==|\.equals/i;
const incoming = /hook|inbound|incoming|sender|callback/i;

/** Uses named in comments and documentation: always weak. */
export const commentUses = (source: Source): Use[] => {
  const uses: Use[] = [];
  for (const { text, line, start } of source.comments) {
    if (!worthALook.test(text)) continue;
    let at = start;
    let number = line;
    for (const content of text.split('\n')) {
      uses.push(...inLine(source, content.slice(0, 1000), number, at));
      at += content.length + 1;
      number++;
    }
  }
  return uses;
};

const worthALook = /alert|rule|clientid|retry|authorization/i;

const inLine = (source: Source, content: string, line: number, at: number): Use[] => {
  const uses: Use[] = [];
  const add = (kind: Use['kind'], why: string): void => {
    uses.push({ kind, at, line, confidence: 'low', why });
  };
  if (!worthALook.test(content)) return uses;
  const { evidence } = source;
  const strange = (): boolean =>
    evidence.near(line) * 0.6 + evidence.ofFunction(line) * 0.4 + evidence.ofFile() * 0.2 < -3;
  if (/alerts?/i.test(content) && /rule/i.test(content) && !strange()) {
    const path = alertsPathIn(content);
    if (
      path !== undefined &&
      (path.method ?? 'GET') === 'GET' &&
      path.plain &&
      !/^\s*(?:[#*/@\s]*)(?:router?|app|page|view)\b/i.test(content)
    ) {
      add('alerts-call', `The path ${path.shown} of the alerts is named in a comment or in documentation.`);
    } else if (alertsSdk.test(content))
      add('alerts-call', "A library's call that gets the alerts is named in a comment or in documentation.");
  }
  if (looseRuleId.test(content) && !/[{<:]rule_?id[}>]|\/:ruleid/i.test(content)) {
    const form = /\bRuleId\b/.test(content) && source.language !== 'C#' ? 2 : ruleId.test(content) ? 1 : -1;
    if (form + evidence.at(line) >= 2 && !/@param\s/.test(content))
      add('rule-id-use', 'RuleId of a legacy webhook or an alert is named in a comment or in documentation.');
  }
  if (/x[-_]service[-_]clientid/i.test(content))
    add('client-id-read', 'The header X-Service-ClientId is named in a comment or in documentation.');
  if (setsRetryAfter.test(content) && setting.test(content) && !foreignRetry.test(content)) {
    if (evidence.at(line) > -2)
      add('retry-after-set', 'Setting the header Retry-After is named in a comment or in documentation.');
  }
  if (
    authorizes.test(content) &&
    checking.test(content) &&
    (incoming.test(content) || /req(?:uest)?\b.*headers?|getHeader|HTTP_AUTHORIZATION/i.test(content)) &&
    evidence.ofFile() > 0
  ) {
    add(
      'authorization-check',
      'Checking the header Authorization is named in a comment or in documentation.',
    );
  }
  return uses;
};

const asCode = /[;({[=]|^\s*[.})]/;
const telling = /alerts|rule_?id|service[-_]?clientid|retry[-_]?after|authorization/i;

/**
 * The comments that look like code, as a source of their own with everything else blank, so that what was commented out is
 * recognized by the same rules. What surrounds them still decides.
 */
export const commentedOutCode = (source: Source): Source | undefined => {
  if (source.syntax.form !== 'code') return undefined;
  const kept = source.comments.filter(
    ({ text }) => text.length < 20_000 && telling.test(text) && asCode.test(text),
  );
  if (kept.length === 0) return undefined;
  let text = '';
  let at = 0;
  for (const comment of kept) {
    if (comment.start < at) continue;
    text += blank(source.text.slice(at, comment.start));
    text += comment.text
      .split('\n')
      .map((line) => (asCode.test(line) ? withoutMarks(line) : blank(line)))
      .join('\n');
    at = comment.start + comment.text.length;
  }
  const code = readSource(source.path, text, source.language);
  return {
    path: code.path,
    text: code.text,
    language: code.language,
    syntax: code.syntax,
    tokens: code.tokens,
    comments: [],
    brackets: code.brackets,
    lineAt: code.lineAt,
    get evidence() {
      return source.evidence;
    },
    get scopes() {
      return source.scopes;
    },
    weak: true,
  };
};
const blank = (text: string): string =>
  text
    .split('\n')
    .map((line) => ' '.repeat(line.length))
    .join('\n');
const withoutMarks = (line: string): string =>
  line
    .replace(/^\s*(?:\/\*+|\/\/+|#+|--+|\*+(?!\/)|"""|'''|<!--)/, (marks) => ' '.repeat(marks.length))
    .replace(/(?:\*\/|-->|"""|''')\s*$/, (marks) => ' '.repeat(marks.length));
