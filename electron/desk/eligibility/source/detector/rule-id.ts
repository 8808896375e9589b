import { bare } from './evidence.ts';
import type { Use } from './finding.ts';
import { callAround, chainEndingAt, isLink, isOp, type Source } from './source.ts';
import type { Token } from './tokens.ts';

const spelling = /^[$@]{0,2}(?:rule_?id|rule-id|get_?rule_?id)$/i;
const query =
  /(?:^|_)(?:find|count|exists|delete|get|group|order|list|read|search|query|stream)\w*_?by_?\w*rule_?id/i;
/** Reading of a route's, a form's or a query's parameter: not of a body. */
const parameters =
  /^(?:param|params|pathvariable|path_?param\w*|urlparam\w*|pathvalue|path|query\w*|requestparam|addurlsegment|addquery\w*|fromroute|fromquery|getparameter|urlsegment|setpathparam\w*|routeparam|getattribute|data|dataset|addparameter|quer(?:y|ies)param|bindparam|named|setparameter|matrixparam|formparam|segment|replace|uri\w*|defaultvalue|useparams|vars|args|argument|option|add_argument|describe|it|log\w*|t|i18n|tag|label|withtag|counter|gauge|setattribute|property_tag|removeitem)$/i;
const parameterHolders =
  /^(?:params|route|\$route|query|searchparams|urlsearchparams|args|match|match_info|dataset|vars|pathparameters|querystringparameters|path_params|query_params|kwargs|view_args|get|\$_get|form|router|url|useparams|argv|options|opts|rules?|_rule|props|settings|config|environ|env|labels|tags)$/i;
const bodyHolders =
  /^(?:\w*alert|\w*alerts|body|\w*payload|\w*webhook|\w*hook|\w*notification|\w*dto|inbound|legacy|incoming|delivery|deliveries|json|parsed)$/i;
const eventHolders =
  /^(?:event|evt|data|msg|entry|record|row|item|input|request|req|content|doc|document|envelope|x|a|w|h|n)$/i;
const otherHolders =
  /^(?:result\w*|finding\w*|violation\w*|issue\w*|diagnostic\w*|offen[cs]e\w*|policy|error|err|warning|match|hit|best|applied|rule|r|rules|filter|listener|condition|engine|problem|report|group|sg|acl|lint\w*|violationinfo|descriptor|mutation|sensor)$/i;

/** How much the form speaks for itself, before its surroundings are looked at; undefined if it is no reading. */
const formOf = (source: Source, index: number): number | undefined => {
  const { tokens, language } = source;
  const token = tokens[index] as Token;
  if (token.kind === 'id' && query.test(token.text))
    return isOp(tokens[index + 1], '(', ':', '&') || isLink(tokens[index - 1]) ? -1 : undefined;
  if (token.kind === 'str') return formOfLiteral(source, index);
  if (token.kind !== 'id' || !spelling.test(token.text)) return undefined;
  if (language === 'SQL') return isSqlPlaceholder(source, index) ? undefined : 0;
  if (isLink(tokens[index - 1])) return formOfMember(source, index);
  if (/^get/i.test(token.text)) return undefined;
  if (isSymbol(source, index)) return token.text === 'RuleId' ? 2 : 0;
  return formOfName(source, index);
};

const isSqlPlaceholder = ({ tokens }: Source, index: number): boolean =>
  isOp(tokens[index - 1], '@', ':', '{', '$') ||
  (tokens[index] as Token).text.startsWith('$') ||
  (tokens[index] as Token).text.startsWith('@');

/** `:RuleId` of Ruby. */
const isSymbol = ({ tokens, language }: Source, index: number): boolean => {
  if (language !== 'Ruby' || !isOp(tokens[index - 1], ':')) return false;
  return (tokens[index - 1] as Token).end === (tokens[index] as Token).start;
};

const formOfMember = (source: Source, index: number): number | undefined => {
  const { tokens } = source;
  const { words } = chainEndingAt(source, index);
  const holder = words.at(-2) ?? '';
  const name = (tokens[index] as Token).text;
  if (/^get_?rule_?id$/i.test(name) && !isOp(tokens[index + 1], '(') && !isOp(tokens[index - 1], '::'))
    return undefined;
  if (isOp(tokens[index - 1], '::') && source.language === 'PHP') return undefined;
  if (
    parameterHolders.test(holder) &&
    words.length > 1 &&
    !(/^params$/.test(holder) && source.language === 'Ruby')
  )
    return -6;
  const pascal = name === 'RuleId' && source.language !== 'C#' ? 1.5 : 0;
  const written = isOp(tokens[index + 1], '=') ? -1 : 0;
  if (/^(?:this|self|\$this)$/.test(holder)) return pascal + written - 1;
  return pascal + written + ofHolder(holder);
};

const ofHolder = (holder: string): number => {
  const word = holder.replace(/^[$@_]+/, '');
  if (bodyHolders.test(word)) return 2;
  if (eventHolders.test(word)) return 0.5;
  return otherHolders.test(word) ? -2.5 : 0;
};

/** A field, a key, a part of a pattern, a named argument. */
const formOfName = (source: Source, index: number): number | undefined => {
  const { tokens, brackets, language } = source;
  const token = tokens[index] as Token;
  const next = tokens[index + 1];
  const before = tokens[index - 1];
  const open = brackets.around[index] as number;
  const pascal = token.text === 'RuleId' && language !== 'C#' ? 1.5 : 0;
  if (source.syntax.form === 'lines' || source.syntax.form === 'markup') return pascal - 1;
  const braces = isOp(tokens[open], '{');
  const typed = isOp(next, ':') || (isOp(next, '?', '!') && isOp(tokens[index + 2], ':'));
  if (language === 'Python') return formOfPython(source, index, pascal);
  if (language === 'Go') {
    // A field: the first of its line, a type after it.
    if (
      braces &&
      before !== undefined &&
      before.line < token.line &&
      (next?.kind === 'id' || isOp(next, '*', '['))
    )
      return pascal;
    return braces && isOp(next, ':') ? pascal - 1 : undefined;
  }
  if (language === 'Ruby')
    return isOp(next, ':') && next?.start === token.end && !/^\s*def\b/.test(source.scopes.textOf(token.line))
      ? pascal - 0.5
      : undefined;
  if (braces && isOp(before, '{', ',') && isOp(next, ',', '}')) {
    if (isPattern(source, open)) return pascal + 0.5;
    return hasSibling(source, index, open) ? pascal - 1 : undefined;
  }
  if (braces && typed && !isOp(before, '?')) return pascal + (isPattern(source, open) ? 0.5 : 0);
  if (braces && isOp(before, '{', ',') && isOp(next, '=') && (isPattern(source, open) || language === 'C#'))
    return pascal;
  return isField(source, index, open) ? pascal : namedArgument(source, index, open);
};

/** Another property of the legacy body in the same braces. */
const hasSibling = ({ tokens, brackets }: Source, index: number, open: number): boolean => {
  for (let at = Math.max(open + 1, index - 60); at < tokens.length && at < index + 60; at++) {
    if (
      brackets.around[at] === open &&
      /^(?:rule_?type|alert_?id|company_?id|client_?id|data_?connection_?id)$/i.test(
        (tokens[at] as Token).text,
      )
    )
      return true;
  }
  return false;
};

/** `ruleId = …` among the arguments of a call. */
const namedArgument = (source: Source, index: number, open: number): number | undefined => {
  const { tokens, language } = source;
  if (!isOp(tokens[open], '(') || !isOp(tokens[index - 1], '(', ',')) return undefined;
  if (language === 'Kotlin' || language === 'Scala') return isOp(tokens[index + 1], '=') ? -1 : undefined;
  return undefined;
};

const formOfPython = (source: Source, index: number, pascal: number): number | undefined => {
  const { tokens, scopes, brackets } = source;
  const token = tokens[index] as Token;
  const next = tokens[index + 1];
  const header = scopes.textOf(scopes.headerOf(token.line));
  const first = tokens[index - 1]?.line !== token.line;
  if (first && isOp(next, ':', '=') && (brackets.around[index] as number) < 0)
    return /^\s*class\b/.test(header) ? pascal : undefined;
  const call = callAround(source, index);
  if (!isOp(next, '=') || call === undefined || tokens[call.start - 1]?.text === 'def') return undefined;
  return pascal - 1;
};

/** Whether braces take something apart rather than put it together. */
const isPattern = ({ tokens, brackets, language }: Source, open: number): boolean => {
  if (!/^(?:JavaScript|TypeScript|Vue|Svelte)$/.test(language)) return false;
  let close = brackets.other[open] as number;
  if (close < 0) return false;
  if (isOp(tokens[open - 1], ':') && isOp(tokens[brackets.around[open] as number], '{'))
    close = brackets.other[brackets.around[open] as number] as number;
  const after = tokens[close + 1];
  if (isOp(after, '=') || after?.text === 'of') return true;
  if (isOp(after, ':') && isOp(tokens[brackets.around[open] as number], '(')) return true;
  if (isOp(after, ')') && isOp(tokens[open - 1], '(', ',')) return isOp(tokens[close + 2], '=>', ':', '{');
  return false;
};

const typeWords =
  /^(?:class|interface|record|struct|type|enum|object|trait|message|input|entity|model|data)$/;

/** A field of a type, or a parameter that makes one, as of records. */
const isField = (source: Source, index: number, open: number): boolean => {
  const { tokens } = source;
  const before = tokens[index - 1];
  const next = tokens[index + 1];
  if (isOp(tokens[open], '(')) {
    const declared = isOp(next, ',', ')', ':', '=') && heads(source, open, 12);
    return declared && (before?.kind === 'id' || isOp(before, '?', '>', ']', '(', ','));
  }
  if (!isOp(tokens[open], '{') || !heads(source, open, 40)) return false;
  if (
    before?.kind === 'id' &&
    /^(?:val|var|let|public|private|protected|readonly|static|final)$/.test(before.text)
  )
    return true;
  const isTyped = before?.kind === 'id' || isOp(before, '?', '>', ']');
  return (
    isTyped &&
    isOp(next, ';', '=', '{', ',', '}') &&
    !/^(?:return|new|throw|await|const|case)$/.test(before?.text ?? '')
  );
};

/** Whether what stands before a bracket declares a type. */
const heads = ({ tokens, brackets }: Source, open: number, most: number): boolean => {
  for (let at = open - 1; at >= 0 && at > open - most; at--) {
    const token = tokens[at] as Token;
    if (isOp(token, ';', '{', '}')) return false;
    const other = brackets.other[at] as number;
    if (other >= 0 && other < at) at = other;
    else if (token.kind === 'id' && typeWords.test(token.text)) return true;
  }
  return false;
};

const formOfLiteral = (source: Source, index: number): number | undefined => {
  const { tokens, language } = source;
  const token = tokens[index] as Token;
  const text = token.text;
  if (text.length > 200) return undefined;
  const pathed = /^(?:\$|@)?[\w.[\]/$:-]{0,120}[./]@?(rule_?id)$/i.exec(text);
  if (!spelling.test(text) && pathed === null)
    return /(?:json|bson|db|xml|mapstructure|gorm|form|dynamodbav|yaml):"(?:column:)?rule_?id\b/i.test(text)
      ? /:"RuleId/.test(text)
        ? 1.5
        : 0
      : undefined;
  if (pathed !== null && !/^[$@]?\.|^\$|body|payload|alert|hook|data|detail|event|message/i.test(text))
    return undefined;
  const name = pathed?.[1] ?? text;
  let score = name === 'RuleId' ? (language === 'C#' ? 1 : 2) : name === 'ruleId' ? 0 : -0.5;
  const open = source.brackets.around[index] as number;
  if (isOp(tokens[open], '[') && (source.brackets.other[open] as number) === index + 1) {
    const { words } = chainEndingAt(source, open - 1);
    const holder = words.at(-1) ?? '';
    if (words.length > 0) {
      if (/^\$_POST$/i.test(holder)) return score - 3;
      if (parameterHolders.test(holder) && !(/^params$/.test(holder) && language === 'Ruby'))
        return words.length > 1 || /^\$_GET$/i.test(holder) ? -6 : score - 2;
      score += ofHolder(holder);
    }
    return score;
  }
  const call = callAround(source, index);
  if (call !== undefined) {
    if (
      (parameters.test(call.name) && !(call.name === 'path' && call.receiver.length > 0)) ||
      call.receiver.some((word) =>
        /^(?:pathparams|searchparams|urlsearchparams|log|logger|console|console\w*|dataset)$/i.test(word),
      )
    )
      return -6;
    score += ofHolder(call.receiver.at(-1) ?? '') / 2;
  }
  return score;
};

/** Reading of `RuleId` of a webhook's body or of an alert, told apart from other tools' rule ids by what is around it. */
export const ruleIdUses = (source: Source): Use[] => {
  const uses: Use[] = [];
  source.tokens.forEach((token, index) => {
    if (
      token.kind === 'op' ||
      token.kind === 'num' ||
      !(token.text.includes('ule') || token.text.includes('ULE'))
    )
      return;
    if (
      token.kind === 'str' &&
      token.text.length > 20 &&
      /\b(?:select|insert|update|delete|create|alter|group by|order by|where|join|json_\w+|from)\b/i.test(
        token.text,
      )
    ) {
      uses.push(...inQuery(source, token));
      return;
    }
    if (!bare(token.text.length > 200 ? token.text.slice(0, 200) : token.text).includes('ruleid')) return;
    const form = formOf(source, index);
    if (form === undefined) return;
    const use = judge(source, token, form, whatIs(source, index));
    if (use !== undefined) uses.push(use);
  });
  return uses;
};

const judge = (
  source: Source,
  token: Token,
  form: number,
  what: string,
  line = token.line,
  at = token.start,
): Use | undefined => {
  const score = form + source.evidence.at(line);
  if (score < 2 || (source.evidence.near(line) <= -4 && score < 6)) return undefined;
  return {
    kind: 'rule-id-use',
    at,
    line,
    confidence: score >= 5 ? 'high' : score >= 3 ? 'medium' : 'low',
    why: `${what} of a legacy webhook or an alert.`,
  };
};

const whatIs = (source: Source, index: number): string => {
  const { tokens, language } = source;
  const token = tokens[index] as Token;
  const name = token.text.length > 40 ? 'RuleId' : token.text;
  if (language === 'SQL') return `The column or property ${name} keeps or reads RuleId`;
  if (isLink(tokens[index - 1])) return `The property ${name} is read: the RuleId`;
  if (token.kind === 'str') return `RuleId is read by its name in a text: the RuleId`;
  return `${name} is a field, a key or a part taken out: the RuleId`;
};

/** Columns in a query that is written in code. */
const inQuery = (source: Source, token: Token): Use[] => {
  const uses: Use[] = [];
  const seen = new Set<number>();
  const columns = /(?<![:@{$%\w])rule_?id\b(?!\})/gi;
  const text = token.text.slice(0, 20_000);
  for (let found = columns.exec(text); found !== null && uses.length < 50; found = columns.exec(text)) {
    const at = token.start + found.index;
    const line = source.lineAt(at);
    if (seen.has(line)) continue;
    seen.add(line);
    const use = judge(
      source,
      token,
      found[0] === 'RuleId' ? 1.5 : 0,
      'A query names the column that keeps the RuleId',
      line,
      at,
    );
    if (use !== undefined) uses.push(use);
  }
  return uses;
};
