import { UNKNOWN } from './alerts-path.ts';
import { isLink, isOp, type Source } from './source.ts';
import { CLOSE, JOIN, OPEN, type Token } from './tokens.ts';

/** A text as far as it is known, and where its parts come from. */
export interface Folded {
  readonly text: string;
  /** The parts, for a list. */
  readonly items?: readonly string[];
  /** Tokens of literals in it: the first and the last; -1 if it has none of its own. */
  readonly first: number;
  readonly last: number;
  /** Constants that were put in, with the line each was set on. */
  readonly from: readonly { name: string; line: number }[];
  /** The literal tokens' number, without constants. */
  readonly own: number;
}

export interface Known {
  readonly text: string;
  readonly line: number;
  readonly from: Folded['from'];
  /** How often it was set. */
  readonly times: number;
}

export interface Folding {
  /** Called for every text that is put together or given, biggest last. */
  readonly seen: (value: Folded, at: { start: number; end: number; assigned?: string }) => void;
}

const deepest = 60;
const bareName = (name: string): string => name.replace(/^[$@]+/, '');
const nothing: Folded = { text: UNKNOWN, first: -1, last: -1, from: [], own: 0 };
const limit = 2000;

const segmentMethods =
  /^(?:add|append|with|set)?_?(?:encoded)?_?path_?(?:segments?|components?)?$|^(?:append|add)?_?segments?$|^(?:slash|resolve|child|appendpath|appendpathsegments?|addpathsegments?|appendingpathcomponent|uri|subpath)$/i;
const appendMethods =
  /^(?:append|concat|plus|write_?string|append_?format|appendformatted|push_str|write|add)$/i;
const keepMethods =
  /^(?:to_?string|build|trim\w*|strip|str|encode\w*|escape\w*|replace\w*|gsub|sub|to_?s|to_?lower\w*|to_?uri|uri|freeze|as_?string|build_?and_?expand|expand|new_?builder|url|create|parse|get_?url|full|let|also|apply|value|href|string|format_?map|query|query_?param\w*|add_?query\w*|with|valueOf|rstrip|lstrip|rtrim|ltrim|chomp)$/i;
const formatMethods =
  /^(?:format|sprintf|formatted|printf|f|append_?format|vsprintf|format_?map|interpolate|fmt|str_?format)$/i;
const joinMethods =
  /join|implode|combine|segments?$|path(?!ern)|^url|url(?:for|of|to)?$|uri|endpoint|^route$|buildurl|resolve/i;
const wrappers =
  /^(?:url|uri|string|str|new|create|uricomponentsbuilder|parse|path|of|from\w*|valueof|buffer|stringbuilder|stringbuffer|raw|text|template|encode\w*|trim|rtrim|ltrim|to_?uri|stringbuilder|yarl|furl|httpurl|asuri|relative|constant|const|join)$/i;
const assignments = new Set(['=', ':', ':=', '=>', '+=', '<<']);

/**
 * Puts texts together as the code would: concatenation, templates, formats, joins and builders, with constants of the
 * file by their names. Only what is needed to see a path; everything else is unknown. Each token is read once.
 */
export const fold = (source: Source, known: Map<string, Known>, { seen }: Folding): void => {
  const { tokens, brackets, language } = source;
  let currentFunction: string | undefined;

  const remember = (name: string, value: Folded, line: number, append = false): void => {
    if (value.text === UNKNOWN || value.text.length > limit) return;
    const key = bareName(name);
    const before = append ? known.get(key) : undefined;
    known.set(key, {
      text: (before?.text ?? (append ? UNKNOWN : '')) + value.text,
      line,
      from: [...(before?.from ?? []), ...value.from].slice(0, 8),
      times: (known.get(key)?.times ?? 0) + (append ? 10 : 1),
    });
  };

  const together = (a: Folded, b: Folded, between = ''): Folded => ({
    text: a.text.length + b.text.length > limit ? UNKNOWN : a.text + between + b.text,
    first: a.first >= 0 ? a.first : b.first,
    last: b.last >= 0 ? b.last : a.last,
    from: a.from.length === 0 ? b.from : b.from.length === 0 ? a.from : [...a.from, ...b.from].slice(0, 8),
    own: a.own + b.own,
  });
  const joined = (items: readonly Folded[], between: string): Folded =>
    items.length === 0
      ? nothing
      : items.slice(1, 24).reduce((all, item) => together(all, item, between), items[0] as Folded);

  /** Reads the arguments or items of a bracket. */
  const inside = (open: number, depth: number): Folded[] => {
    const close = brackets.other[open] as number;
    const end = close < 0 ? tokens.length : close;
    const values: Folded[] = [];
    let at = open + 1;
    while (at < end) {
      if (isOp(tokens[at], ',', ';')) {
        at++;
        continue;
      }
      const next = statement(at, end, depth + 1);
      if (values.length < 200) values.push(next.value);
      at = Math.max(at + 1, next.at);
    }
    return values;
  };
  const after = (open: number): number => {
    const close = brackets.other[open] as number;
    return close < 0 ? tokens.length : close + 1;
  };

  const formatted = (pattern: Folded, values: readonly Folded[]): Folded => {
    if (values.length === 0) return pattern;
    let count = 0;
    const used: Folded[] = [];
    const text = pattern.text.replace(
      /%(?:\d+\$)?[sdvq]|\{(\d*)[^{}/]{0,20}\}/g,
      (_all, index: string | undefined) => {
        const value = values[index !== undefined && index !== '' ? Number(index) : count++];
        if (value === undefined) return UNKNOWN;
        used.push(value);
        return value.text;
      },
    );
    return {
      ...pattern,
      text: text.length > limit ? UNKNOWN : text,
      from: [...pattern.from, ...used.flatMap(({ from }) => from)].slice(0, 8),
      own: pattern.own + used.reduce((sum, { own }) => sum + own, 0),
    };
  };

  const called = (
    name: string,
    target: Folded | undefined,
    values: readonly Folded[],
    chained: boolean,
  ): Folded => {
    if (formatMethods.test(name)) {
      if (target !== undefined && target.text !== UNKNOWN && name.toLowerCase() !== 'sprintf') {
        return appendMethods.test(name)
          ? together(target, formatted(values[0] ?? nothing, values.slice(1)))
          : formatted(target, values);
      }
      return formatted(values[0] ?? nothing, values.slice(1));
    }
    if (/^(?:join|implode|joinToString)$/i.test(name)) {
      const list =
        values.find(({ items }) => items !== undefined && items.length > 0) ??
        (target?.items === undefined ? undefined : target);
      if (list?.items !== undefined)
        return { ...list, text: list.items.join('/'), items: undefined } as unknown as Folded;
      return joined(
        values.filter(({ text }) => text !== '/'),
        '/',
      );
    }
    if (chained && segmentMethods.test(name)) return joined([target ?? nothing, ...values.map(spread)], '/');
    if (
      target !== undefined &&
      (target.text !== UNKNOWN ||
        target.own > 0 ||
        target.from.length > 0 ||
        /^\/?rules/.test(values[0]?.text ?? '')) &&
      appendMethods.test(name)
    )
      return joined([target, ...values], '');
    if (target !== undefined && keepMethods.test(name)) return target;
    if (wrappers.test(name) && values.length > 0) {
      const [first, second] = values as [Folded, Folded | undefined];
      // `new URL(path, base)` against `new Uri(base, path)`.
      if (
        second === undefined ||
        (first.text !== UNKNOWN && !second.text.includes('rules') && !second.text.includes('alerts'))
      )
        return spread(first);
      return joined(values.map(spread), '/');
    }
    if (values.length > 1 && joinMethods.test(name)) return joined(values.map(spread), '/');
    return nothing;
  };
  const spread = (value: Folded): Folded =>
    value.items === undefined ? value : { ...value, text: value.items.join('/') };

  /** One operand with its members and calls. */
  const operand = (from: number, end: number, depth: number): { value: Folded; at: number } => {
    const token = tokens[from] as Token;
    let at = from + 1;
    let value: Folded = nothing;
    let name = '';
    if (token.kind === 'str') {
      value = { text: token.text, first: from, last: from, from: [], own: 1 };
      // Literals next to each other are one.
      while (at < end && tokens[at]?.kind === 'str' && (language === 'Python' || language === 'Ruby')) {
        value = together(value, { text: (tokens[at] as Token).text, first: at, last: at, from: [], own: 1 });
        at++;
      }
    } else if (token.kind === 'id') {
      name = token.text;
      if (/^(?:new|await|return|yield|typeof|throw|not)$/.test(name) && at < end)
        return operand(at, end, depth);
      if (/^(?:else|in|val|var|const|let|final)$/.test(name)) return { value: nothing, at };
      value = lookUp(name);
    } else if (isOp(token, OPEN, '(', '[') && depth < deepest) {
      const values = inside(from, depth);
      at = after(from);
      if (isOp(token, '['))
        value = { ...joined(values, ','), text: UNKNOWN, items: values.slice(0, 40).map(({ text }) => text) };
      else value = values.length === 1 ? (values[0] as Folded) : nothing;
    } else if (isOp(token, '{') && depth < deepest) {
      const outer = currentFunction;
      const listed = inside(from, depth);
      // An initializer such as `new[] { … }` or `[]string{ … }`.
      if (isOp(tokens[from - 1], ']') || tokens[from - 1]?.text === 'string')
        value = { ...joined(listed, ','), text: UNKNOWN, items: listed.slice(0, 40).map(({ text }) => text) };
      currentFunction = outer;
      at = after(from);
    } else return { value: nothing, at };
    let chained = false;
    while (at < end) {
      const next = tokens[at] as Token;
      if (
        next.kind === 'op' &&
        next.text === '!' &&
        (isLink(tokens[at + 1]) || isOp(tokens[at + 1], '(', '['))
      ) {
        at++;
        continue;
      }
      if (isLink(next) && tokens[at + 1]?.kind === 'id') {
        const member = (tokens[at + 1] as Token).text;
        if (isOp(tokens[at + 2], '(') && depth < deepest) {
          const values = inside(at + 2, depth);
          const result = called(member, value, values, true);
          value = result !== nothing ? result : lookUp(member);
          at = after(at + 2);
          seen(value, { start: from, end: at });
        } else {
          const constant = lookUp(member);
          value = constant !== nothing ? constant : keepMethods.test(member) ? value : nothing;
          at += 2;
        }
        chained = true;
        name = member;
      } else if (isOp(next, '(') && depth < deepest && (token.kind === 'id' || chained)) {
        const values = inside(at, depth);
        const result = called(name, chained ? value : undefined, values, false);
        value = result !== nothing ? result : value;
        at = after(at);
      } else if (isOp(next, '[') && depth < deepest) {
        const values = inside(at, depth);
        const key = tokens[at + 1];
        value =
          values.length === 1 && key?.kind === 'str' && after(at) === at + 3 ? lookUp(key.text) : nothing;
        at = after(at);
      } else break;
    }
    return { value, at };
  };

  const lookUp = (name: string): Folded => {
    const found = known.get(bareName(name));
    if (found === undefined) return nothing;
    return {
      text: found.text,
      first: -1,
      last: -1,
      from: [...found.from, { name, line: found.line }].slice(-8),
      own: 0,
    };
  };

  /** Operands joined by marks; the others end it. */
  const expression = (from: number, end: number, depth: number): { value: Folded; at: number } => {
    let { value, at } = operand(from, end, depth);
    let parts = 1;
    while (at < end) {
      const mark = tokens[at] as Token;
      const joins = isOp(mark, '+', JOIN);
      if (joins && at + 1 < end) {
        const next = operand(at + 1, end, depth);
        value = together(value, next.value);
        at = next.at;
        parts++;
      } else if (
        isOp(mark, '/') &&
        at + 1 < end &&
        (language === 'Python' || language === 'Kotlin' || language === 'Scala')
      ) {
        const next = operand(at + 1, end, depth);
        value = together(value, next.value, '/');
        at = next.at;
        parts++;
      } else if (isOp(mark, '%') && at + 1 < end && (language === 'Python' || language === 'Ruby')) {
        const open = isOp(tokens[at + 1], '(', '[') ? at + 1 : -1;
        if (open >= 0 && depth < deepest) {
          value = formatted(value, inside(open, depth));
          at = after(open);
        } else {
          const single = operand(at + 1, end, depth);
          value = formatted(value, [single.value]);
          at = single.at;
        }
      } else if (isOp(mark, '||', '??') && at + 1 < end) {
        const next = operand(at + 1, end, depth);
        if (value.own === 0) value = next.value;
        at = next.at;
      } else if (
        isOp(mark, '?') &&
        depth < deepest &&
        at + 1 < end &&
        (tokens[at + 1]?.kind === 'str' || isOp(tokens[at + 1], OPEN))
      ) {
        // Of two texts the one with more in it.
        const first = expression(at + 1, end, depth + 1);
        at = first.at;
        value = first.value;
        if (isOp(tokens[at], ':') && at + 1 < end) {
          const second = expression(at + 1, end, depth + 1);
          at = second.at;
          if (second.value.text.length > value.text.length) value = second.value;
        }
      } else break;
    }
    if (value.own > 0 || parts > 1) seen(value, { start: from, end: at });
    return { value, at };
  };

  /** The name that is set by an assignment mark at a token, looking back over a type. */
  const assignedAt = (mark: number): string | undefined => {
    const last = tokens[mark - 1];
    if (last?.kind === 'str') return last.text;
    if (isOp(last, ')')) {
      const open = brackets.other[mark - 1] as number;
      return open > 0 && tokens[open - 1]?.kind === 'id' ? (tokens[open - 1] as Token).text : undefined;
    }
    if (last?.kind === 'id') {
      if (isOp(tokens[mark - 2], ':')) {
        const named = tokens[mark - 3];
        if (named?.kind === 'id') return named.text;
        if (isOp(named, ')')) return assignedAt(mark - 2);
      }
      return last.text;
    }
    return undefined;
  };

  const statement = (from: number, end: number, depth: number): { value: Folded; at: number } => {
    const token = tokens[from] as Token;
    if (token.kind === 'id') {
      if (/^(?:function|def|fun|func|fn)$/.test(token.text) && tokens[from + 1]?.kind === 'id') {
        currentFunction = (tokens[from + 1] as Token).text;
        const parameters = isOp(tokens[from + 2], '(') ? after(from + 2) : from + 2;
        // A Ruby method answers its last expression.
        if (language === 'Ruby' && (tokens[parameters]?.kind === 'str' || isOp(tokens[parameters], OPEN))) {
          const { value, at } = expression(parameters, end, depth);
          remember(currentFunction, value, token.line);
          return { value: nothing, at };
        }
        return { value: nothing, at: from + 2 };
      }
      if (
        isOp(tokens[from + 1], '(') &&
        isOp(tokens[after(from + 1)], '{') &&
        !/^(?:if|for|while|switch|catch|foreach|when|using|lock|with)$/.test(token.text)
      )
        currentFunction = token.text;
      if (token.text === 'return' && from + 1 < end) {
        const result = expression(from + 1, end, depth);
        if (currentFunction !== undefined && (result.value.own > 0 || result.value.from.length > 0))
          remember(currentFunction, result.value, token.line);
        return result;
      }
      if (
        /^(?:define|const_set)$/.test(token.text) &&
        isOp(tokens[from + 1], '(') &&
        tokens[from + 2]?.kind === 'str'
      ) {
        const { value } = expression(Math.min(from + 4, end - 1), end, depth);
        remember((tokens[from + 2] as Token).text, value, token.line);
        return { value: nothing, at: after(from + 1) };
      }
    }
    const mark = token.kind === 'op' && assignments.has(token.text) ? token.text : undefined;
    if (mark !== undefined && from + 1 < end) {
      const name = assignedAt(from);
      let begin = from + 1;
      if (
        (mark === '=' || (mark === ':' && isOp(tokens[begin], '('))) &&
        (tokens[begin]?.kind === 'id' || isOp(tokens[begin], '('))
      )
        begin = pastParameters(begin, end);
      // What a first reading found for this very line is not what it is put together from.
      if (name !== undefined && mark !== '+=' && known.get(bareName(name))?.line === token.line)
        known.delete(bareName(name));
      const result = expression(begin, end, depth);
      if (
        name !== undefined &&
        !(mark === '=>' && result.value.own === 0 && result.value.from.length === 0)
      ) {
        if (result.value.own > 0 || result.value.from.length > 0) {
          remember(name, result.value, (tokens[from] as Token).line, mark === '+=' || mark === '<<');
          const whole = known.get(bareName(name));
          if (whole !== undefined)
            seen(
              { ...result.value, text: whole.text, from: whole.from },
              { start: begin, end: result.at, assigned: name },
            );
        } else if (mark === '=' && known.has(name) && isLocal(name)) known.delete(name);
      }
      return result;
    }
    // `path.append(…)` as a statement of its own changes what the name holds.
    if (
      token.kind === 'id' &&
      isOp(tokens[from + 1], '.') &&
      appendMethods.test(tokens[from + 2]?.text ?? '') &&
      isOp(tokens[from + 3], '(')
    ) {
      const before = known.get(token.text) ?? { text: UNKNOWN, line: token.line, from: [], times: 1 };
      known.set(token.text, before);
      const { value, at } = expression(from, end, depth);
      if (value.text === UNKNOWN && before.text === UNKNOWN) known.delete(token.text);
      else if (value.text !== UNKNOWN)
        known.set(token.text, { ...before, text: value.text, times: before.times + 10 });
      return { value, at };
    }
    if (token.kind === 'op' && !isOp(token, '(', '[', '{', OPEN)) return { value: nothing, at: from + 1 };
    if (isOp(token, CLOSE, ')', ']', '}')) return { value: nothing, at: from + 1 };
    return expression(from, end, depth);
  };
  const isLocal = (name: string): boolean => /^[a-z$@]/.test(name);

  /** Steps over `(a, b) =>`, `async x =>` and the like, so that a function's short body is its value. */
  const pastParameters = (from: number, end: number): number => {
    let at = from;
    if (tokens[at]?.text === 'async') at++;
    const past = isOp(tokens[at], '(') ? after(at) : at + 1;
    const arrow = isOp(tokens[past], ':') && tokens[past + 1]?.kind === 'id' ? past + 2 : past;
    return isOp(tokens[arrow], '=>', '->') && arrow + 1 < end ? arrow + 1 : from;
  };

  let at = 0;
  while (at < tokens.length) at = Math.max(at + 1, statement(at, tokens.length, 0).at);
};
