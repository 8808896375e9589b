import type { CodeBase } from '#desk/eligibility/source/inspection.ts';
import {
  hole,
  lastName,
  type Model,
  type Node,
  type NodeOf,
  type Scope,
} from '#desk/eligibility/source/syntax/model.ts';
import { filledIn, holdsPlaceholder } from './formats.ts';
import { bare, type Given, type Names } from './names.ts';

/** What texts an expression can have; what is not known of them is a `hole`. */
export interface Folding {
  /** At most four, each of at most 2,000 characters. */
  readonly valuesOf: (node: Node) => readonly string[];
  /** What a function gives back, with a `parameterMark` for each parameter: `/rules/` and the mark of the first one. */
  readonly resultsOf: (scope: Scope) => readonly string[];
  /** What a function of another file gives back by itself, whatever it is given. */
  readonly resultsElsewhere: (callee: Node | undefined) => readonly string[];
}

const mostParameters = 8;
/** Stands for what a function is given, from 0. */
const parameterMark = (index: number): string => String.fromCharCode(0xe010 + index);
/** The same for all of the last ones: `...parts`. */
const restMark = '\uE01F';
const marks = /[\uE010-\uE01F]/g;
/** A result with what the function is given put in. */
const withGiven = (result: string, given: readonly string[]): string =>
  result.replace(marks, (mark, at: number) => {
    if (mark !== restMark) return given[mark.charCodeAt(0) - 0xe010] ?? hole;
    const rest = given.slice(result.slice(0, at).match(/[\uE010-\uE01E]/g)?.length ?? 0);
    return rest.length === 0 ? hole : rest.join('/');
  });

const unknown: readonly string[] = [hole];
const mostValues = 4;
const longest = 2000;
const deepest = 24;
/** Steps for one file: a hostile one must not be folded for ever. */
const mostSteps = 200_000;

/** Languages in which a word without a sign is a text, as far as lists of words and commands go. */
const bareWords = new Set(['tcl', 'perl']);

type Bindings = ReadonlyMap<string, readonly string[]>;
const noBindings: Bindings = new Map();

/** Every combination of texts, joined. */
const product = (parts: readonly (readonly string[])[], separator = ''): string[] => {
  let made = [''];
  parts.forEach((values, index) => {
    const next: string[] = [];
    for (const left of made) {
      for (const right of values) {
        if (next.length >= mostValues) break;
        next.push(
          (index === 0 ? right : separator === '/' ? slashed(left, right) : left + separator + right).slice(
            0,
            longest,
          ),
        );
      }
    }
    made = next;
  });
  return made;
};
/** Two pieces of a path with one slash between them. */
const slashed = (left: string, right: string): string =>
  left === '' ? right : `${left.replace(/\/+$/, '')}/${right.replace(/^\/+/, '')}`;

const joins = new Set([
  '+',
  '.',
  '&',
  '~',
  '..',
  '++',
  '<>',
  '^',
  '<<',
  '',
  '$',
  '&&',
  'cat',
  'concat',
  ',',
  '_',
]);
/** Languages in which two bars join texts. */
const barsJoin = new Set(['sql', 'text', 'cobol', 'awk']);

const adds =
  /^(?:(?:add|append|push|with|set|req)?(?:url|uri)?(?:encoded)?path(?:s|segments?|components?|parts?|elements?|append|info)?|(?:add|append|push|with)?(?:encoded)?segments?|append(?:ing)?(?:path)?(?:segment|component)?s?|slash|join|joinpath|joinpaths|urljoin|urljoin|resolve|relative|combine|concat|div|child|sub|at|extend|route|target|resource|push|cat|paths?|uri|url|addpath|route|request|requrlpath|requrlpathappend|urlpathappend|appendpath|appending)$/;
const ignores =
  /query|header|param(?!eter.*path)|accept|timeout|auth|cookie|body|option|fragment|scheme|port|agent|retry|cache/;
const resolvers = /^(?:url|uri|urljoin|resolve|joinurl|urlresolve|newurl)$/;
const listJoins =
  /^(?:join|implode|intercalate|concat|joinwith|mkstring|jointostring|paste|paste0|strcat|joinpath|fnjoin|concatws)$/;
const formatters =
  /^(?:s?n?v?printf|sprint|asprintf|format|formatted|fmt|stringwithformat|initwithformat|localizedstringwithformat|strformat|stringformat|vformat|interpolate|glue|textformat|formatstring|strsubst|fnsub|printf|formatter|render|expand|fill|template|substitute|messageformat|replace|tr|gsub|sub|strreplace|replaceall)$/;
const environment =
  /env|config|setting|fetch|getordefault|default|coalesce|nvl|orelse|getproperty|variable|lookup/;

/** What a text must hold so that a call of it alone may give it back. */
const partOfPath = /[/%{]|rules|alerts/i;

/** Folds constants over a model; what other files define is asked of the code base. Linear but for its bounds. */
export const foldingOf = (model: Model, names: Names, codeBase: CodeBase | undefined): Folding => {
  const isJust = /(?:^|[/\\])\.?justfile$|\.just$/i.test(model.path);
  const memo = new Map<Node, readonly string[]>();
  const open = new Set<Node>();
  let steps = 0;

  const fold = (node: Node | undefined, depth: number, bindings: Bindings): readonly string[] => {
    if (node === undefined || depth > deepest || steps++ > mostSteps) return unknown;
    const known = bindings.size === 0 ? memo.get(node) : undefined;
    if (known !== undefined) return known;
    if (open.has(node)) return unknown;
    open.add(node);
    const made = byKind(node, depth + 1, bindings);
    open.delete(node);
    const values = made.length === 0 ? unknown : [...new Set(made)].slice(0, mostValues);
    if (bindings.size === 0) memo.set(node, values);
    return values;
  };

  const byKind = (node: Node, depth: number, bindings: Bindings): readonly string[] => {
    switch (node.kind) {
      case 'text':
        return product(
          node.parts.map((part) =>
            typeof part === 'string'
              ? [isJust ? part.replace(/\s+\/\s+/g, '/') : part]
              : fold(part, depth, bindings),
          ),
        );
      case 'name':
        return /^\d+$/.test(node.text) || (bareWords.has(model.language) && /^[a-z]+$/.test(node.text))
          ? [node.text]
          : named(node.text, node, depth, bindings);
      case 'member':
        return member(node, depth, bindings);
      case 'index': {
        const key = lastName(node.key);
        return node.key?.kind === 'text' ? named(key, node, depth, noBindings) : unknown;
      }
      case 'operation':
        return operation(node, depth, bindings);
      case 'choice':
        return barsJoin.has(model.language)
          ? product(node.options.map((one) => fold(one, depth, bindings)))
          : node.options
              .flatMap((one) => fold(one, depth, bindings))
              .filter((value, _index, all) => value !== hole || all.every((one) => one === hole));
      case 'call':
        return call(node, depth, bindings);
      case 'definition':
        return fold(node.value, depth, bindings);
      case 'pair':
        return fold(node.value, depth, bindings);
      case 'result':
        return fold(node.value, depth, bindings);
      case 'scope':
        return resultsOf(node, depth, bindings);
      case 'group':
        return node.children.length === 0 ? unknown : fold(node.children[0], depth, bindings);
      case 'list':
        return node.items.length === 1 ? fold(node.items[0], depth, bindings) : unknown;
      case 'mapping':
        return node.entries.length === 1 ? joined(node.entries[0] as Node, depth, bindings) : unknown;
      default:
        return unknown;
    }
  };

  /** CloudFormation's `Fn::Join: ["/", [a, b]]`. */
  const joined = (node: Node, depth: number, bindings: Bindings): readonly string[] => {
    if (node.kind !== 'pair' || node.value === undefined) return unknown;
    const key = bare(lastName(node.key));
    if (/^(?:fn)?join$/.test(key) && node.value.kind === 'list') {
      const [separator, list] = node.value.items;
      if (list?.kind === 'list')
        return product(
          list.items.map((one) => fold(one, depth, bindings)),
          fold(separator, depth, bindings)[0],
        );
    }
    if (/^(?:fn)?sub$/.test(key))
      return fold(node.value.kind === 'list' ? node.value.items[0] : node.value, depth, bindings);
    return unknown;
  };

  const named = (name: string, use: Node, depth: number, bindings: Bindings): readonly string[] => {
    const bound = bindings.get(bare(name));
    if (bound !== undefined) return bound;
    const given = names.valuesOf(name.replace(/^[$@%&]+/, ''), use);
    if (given.length > 0) return assembled(given, use, depth);
    return imported(name, names.moduleOf(name));
  };
  const imported = (local: string, module?: string): readonly string[] => {
    const name = module === undefined ? local : names.importedOf(local);
    const values = codeBase?.valuesOf(name, model.path, module) ?? [];
    return values.length === 0 ? unknown : values.slice(0, mostValues);
  };
  /** What a name is given in turn: each text starts anew, or is put behind the one before. */
  const assembled = (given: readonly Given[], use: Node, depth: number): readonly string[] => {
    const values: string[] = [];
    let grown: readonly string[] = [];
    for (const { value, appends, at, slashed: behind } of given) {
      if (value.from <= use.from && use.to <= value.to && value.kind !== 'scope') continue;
      if (appends && at.from > use.to) continue;
      const next = fold(value, depth, noBindings);
      if (appends) grown = product([grown.length === 0 ? unknown : grown, next], behind === true ? '/' : '');
      else {
        values.push(...grown);
        grown = next;
      }
    }
    const all = [...new Set([...grown, ...values])];
    return all.length > 1 ? all.filter((value) => value !== hole) : all;
  };

  const member = (node: NodeOf<'member'>, depth: number, bindings: Bindings): readonly string[] => {
    const holder = lastName(node.object);
    if (
      /^(?:value|rawvalue|path|tostring|name|length|freeze|url|href|build|code|text|description)$/.test(
        bare(node.name),
      ) &&
      node.object !== undefined &&
      node.object.kind !== 'name'
    ) {
      const inner = fold(node.object, depth, bindings);
      if (inner.some((value) => value !== hole)) return inner;
    }
    const own = named(node.name, node, depth, noBindings);
    if (own.some((value) => value !== hole)) return own;
    const functions = names.functionsOf(node.name);
    if (functions.length > 0) return functions.flatMap((one) => resultsOf(one, depth, noBindings));
    const elsewhere = imported(node.name, names.moduleOf(holder));
    if (elsewhere !== unknown) return elsewhere;
    return /^(?:value|rawvalue|path|tostring|href|url|text)$/.test(bare(node.name))
      ? fold(node.object, depth, bindings)
      : unknown;
  };

  const operation = (node: NodeOf<'operation'>, depth: number, bindings: Bindings): readonly string[] => {
    const { operator, operands } = node;
    const values = () => operands.map((one) => fold(one, depth, bindings));
    if (operator === '%' || operator === '-f') {
      const [format, ...rest] = operands;
      const parameters = rest.flatMap((one) =>
        one.kind === 'list' ? one.items : one.kind === 'mapping' ? one.entries : [one],
      );
      return fold(format, depth, bindings).flatMap((text) =>
        filledIn(
          text,
          parameters.map((one) => fold(one, depth, bindings)[0] ?? hole),
        ),
      );
    }
    if (operator === '/' || operator === '</>' || operator === '<+>' || operator === '/+')
      return product(values(), '/');
    if (operator === '|>' || operator === '%>%' || operator === '->>' || operator === '|') {
      const [first, ...rest] = operands;
      let value = fold(first, depth, bindings);
      for (const one of rest) {
        if (one.kind !== 'call') continue;
        const items =
          first === undefined || !listJoins.test(bare(lastName(one.callee)))
            ? undefined
            : itemsOf(first, depth);
        if (items !== undefined) {
          const [separator] = one.arguments.map((given) => fold(given, depth, bindings)[0]);
          value = product(
            items.map((item) => fold(item, depth, bindings)),
            separator === undefined || separator === hole ? '/' : separator,
          );
          continue;
        }
        value = added(bare(lastName(one.callee)), value, one.arguments, depth, bindings);
      }
      return value;
    }
    return joins.has(operator) ? product(values()) : unknown;
  };

  /** What a method makes of a text that it is called on. */
  const added = (
    method: string,
    base: readonly string[],
    parameters: readonly Node[],
    depth: number,
    bindings: Bindings,
  ): readonly string[] => {
    if (ignores.test(method)) return base;
    if (adds.test(method)) {
      const pieces = parameters
        .filter(({ kind }) => kind !== 'scope' && kind !== 'mapping')
        .flatMap((one) => (one.kind === 'list' ? one.items : [one]));
      return product([base, ...pieces.map((one) => fold(one, depth, bindings))], '/');
    }
    return base;
  };

  const call = (node: NodeOf<'call'>, depth: number, bindings: Bindings): readonly string[] => {
    const { callee } = node;
    const method = bare(lastName(callee));
    const parameters = node.arguments.filter(({ kind }) => kind !== 'comment');
    const texts = parameters.filter(({ kind }) => kind !== 'scope');
    const object = callee?.kind === 'member' ? callee.object : undefined;
    if (callee?.kind === 'call' && parameters.every(({ kind }) => kind === 'scope'))
      return fold(callee, depth, bindings);

    const functions =
      method.length > 1 && !formatters.test(method)
        ? names.functionsOf(method).filter((one) => !(one.from <= node.from && node.to <= one.to))
        : [];
    if (functions.length > 0 && functions.length < 4) {
      const results = functions.flatMap((one) => resultsOf(one, depth, boundBy(one, texts, depth, bindings)));
      if (results.some((value) => value !== hole)) return results;
    }
    const distant = resultsElsewhere(callee);
    if (distant.length > 0) {
      const values = texts.map(
        (one) => fold(one.kind === 'pair' ? one.value : one, depth, bindings)[0] ?? hole,
      );
      return distant.map((result) => withGiven(result, values));
    }
    if (listJoins.test(method)) {
      const all = [...(object === undefined ? [] : [object]), ...texts];
      const lists = all.filter((one) => itemsOf(one, depth) !== undefined);
      if (lists.length > 0) {
        const separator = all
          .filter((one) => !lists.includes(one))
          .map((one) => fold(one, depth, bindings)[0])
          .find((one) => one !== undefined && one !== hole && one.length < 4);
        return product(
          lists.flatMap((one) => itemsOf(one, depth) ?? []).map((one) => fold(one, depth, bindings)),
          separator ?? (/^paste$/.test(method) ? ' ' : separatorless.test(method) ? '' : '/'),
        );
      }
    }
    if (formatters.test(method)) {
      const formatted = format(method, object, texts, depth, bindings);
      if (formatted !== undefined) return formatted;
    }
    if (object === undefined && resolvers.test(method) && texts.length >= 2) {
      const [first, second] = texts.map((one) => fold(one, depth, bindings));
      // `new URL(path, base)`, but `urljoin(base, path)`.
      const reversed = method === 'url' || method === 'newurl';
      return product(
        reversed ? [second ?? unknown, first ?? unknown] : [first ?? unknown, second ?? unknown],
        '/',
      );
    }
    if (object === undefined && concats.test(method) && texts.length >= 2) {
      const values = texts.map((one) => fold(one, depth, bindings));
      if (values.some(([one]) => one !== undefined && /[/]|rules|alerts/i.test(one))) return product(values);
    }
    if (
      /^(?:\w*url\w*|\w*path\w*|\w*uri\w*|combine|concat|concatenate|strconcat|join|addprefix)$/.test(
        method,
      ) &&
      texts.length >= 2
    ) {
      const [separator] = fold(texts[0], depth, bindings);
      const pieces = texts
        .filter(({ kind }) => kind !== 'mapping')
        .flatMap((one) => itemsOf(one, depth) ?? [one]);
      const values = pieces.map((one) => fold(one, depth, bindings));
      const base = object === undefined || isNamespace(object) ? [] : [fold(object, depth, bindings)];
      if (separator === '/' || separator === '') return product(values.slice(1), separator);
      if (values.some(([one]) => one !== undefined && one !== hole))
        return product([...base, ...values], /^(?:concat|concatenate|strconcat)$/.test(method) ? '' : '/');
    }
    if (object !== undefined) {
      const base = fold(object, depth, bindings);
      const made = added(
        method,
        isNamespace(object) && base[0] === hole ? [''] : base,
        texts,
        depth,
        bindings,
      );
      if (made.some((value) => value !== hole && value !== '')) return made;
    }
    if (environment.test(method) || environment.test(bare(lastName(object)))) {
      const fallback = texts.length > 1 ? texts.at(-1) : undefined;
      if (fallback !== undefined) return fold(fallback, depth, bindings);
      return texts[0]?.kind === 'text'
        ? named(texts[0].value.split(/[.:]/).at(-1) ?? '', node, depth, noBindings)
        : unknown;
    }
    if (texts.length === 0)
      return method.length > 1
        ? object === undefined
          ? unknown
          : member(callee as NodeOf<'member'>, depth, bindings)
        : unknown;
    // A wrapper of one text: `URI.create(x)`, `Uri(x)`, `encode(x)`.
    if (texts.length !== 1) return unknown;
    const wrapped = fold(texts[0], depth, bindings);
    // `Range("Subscription")` is what stands there, not its name.
    return texts[0]?.kind !== 'text' || wrapped.some((value) => partOfPath.test(value)) ? wrapped : unknown;
  };
  /** A class or a package, rather than a value: `Path`, `url`, `String`. */
  const isNamespace = (node: Node): boolean =>
    node.kind === 'name' &&
    (/^[A-Z]/.test(node.text) ||
      /^(?:path|url|os|posixpath|strings|fmt|urllib|lodash|_|R|util)$/.test(node.text));
  const concats =
    /^(?:text|str|string|cat|strcat|concat|concatenate|concatstrings|stringconcat|stringappend|conc|strjoin|joinstr|echo|print1|mconcat)$/;
  const separatorless = /^(?:concat|strcat|paste0)$/;

  const itemsOf = (node: Node, depth: number): readonly Node[] | undefined => {
    if (node.kind === 'list') return node.items.length > 1 || depth === 0 ? node.items : node.items;
    if (
      node.kind === 'mapping' &&
      node.entries.length > 1 &&
      node.entries.every(({ kind }) => kind !== 'pair' && kind !== 'definition')
    )
      return node.entries;
    if (node.kind === 'scope')
      return node.role === 'block' &&
        node.name === '' &&
        node.parameters.length === 0 &&
        node.children.length > 1 &&
        node.children.every(({ kind }) => /^(?:text|name|member|call|index|operation)$/.test(kind))
        ? node.children
        : undefined;
    if (node.kind === 'call' && /^(?:qw|list)$/.test(lastName(node.callee)) && bareWords.has(model.language))
      return node.arguments.flatMap((one) =>
        one.kind === 'call' && one.callee !== undefined ? [one.callee, ...one.arguments] : [one],
      );
    if (
      node.kind === 'operation' &&
      /^(?:\+|\+\+|\+:|:\+|~|\.\.\.|\*)$/.test(node.operator) &&
      depth < deepest
    ) {
      const lists = node.operands.map((one) => itemsOf(one, depth + 1));
      return lists.some((items) => items !== undefined)
        ? lists.flatMap((items, index) => items ?? [node.operands[index] as Node])
        : undefined;
    }
    if (node.kind !== 'name' && node.kind !== 'member') return undefined;
    const given = names.valuesOf(lastName(node), node)[0]?.value;
    return given?.kind === 'list'
      ? given.items
      : given?.kind === 'mapping'
        ? itemsOf(given, depth)
        : undefined;
  };

  const format = (
    method: string,
    object: Node | undefined,
    texts: readonly Node[],
    depth: number,
    bindings: Bindings,
  ): readonly string[] | undefined => {
    const candidates = [...(object === undefined || isNamespace(object) ? [] : [object]), ...texts];
    const index = candidates.findIndex((one) => fold(one, depth, bindings).some(holdsPlaceholder));
    if (index < 0)
      return /^(?:replace|tr|gsub|sub|strreplace|replaceall)$/.test(method) && object !== undefined
        ? fold(object, depth, bindings)
        : undefined;
    const rest = candidates.slice(index + 1).flatMap((one) => (one.kind === 'list' ? one.items : [one]));
    const textOf = (node: Node): string => fold(node, depth, bindings)[0] ?? hole;
    const values = model.language === 'rust' ? ofMacro(rest, textOf) : undefined;
    // `format!("{base}/rules/{LOG}")` and `"{base}".format(base=…)`.
    const ofName = (name: string): string => {
      const given = rest.find((one) => one.kind === 'pair' && lastName(one.key) === name);
      if (given !== undefined) return fold(given, depth, bindings)[0] ?? hole;
      return model.language === 'rust'
        ? (named(name, texts[index] ?? (candidates[index] as Node), depth, bindings)[0] ?? hole)
        : hole;
    };
    return fold(candidates[index], depth, bindings).flatMap((text) =>
      filledIn(text, values ?? rest.map((one) => (one.kind === 'mapping' ? hole : textOf(one))), ofName),
    );
  };

  /** A macro of Rust is given tokens: `paths`, `rule_path` and `id` of `paths::rule_path(id)` are one value. */
  const ofMacro = (tokens: readonly Node[], textOf: (node: Node) => string): string[] => {
    const groups: Node[][] = [];
    tokens.forEach((node, at) => {
      const before = tokens[at - 1];
      const between = before === undefined ? ',' : model.text.slice(before.to, node.from);
      if (between.includes(',')) groups.push([node]);
      else groups.at(-1)?.push(node);
    });
    return groups.map((group) => {
      const called = group.findIndex(({ to }) => model.text.charAt(to) === '(');
      const callee = group[called];
      if (callee === undefined || group.length === 1)
        return group.length === 1 ? textOf(group[0] as Node) : hole;
      const given = group.slice(called + 1).map(textOf);
      const [own] = names.functionsOf(lastName(callee)).flatMap(marked);
      const [result] =
        own === undefined
          ? (codeBase?.resultsOf?.(lastName(callee), model.path, lastName(group[called - 1])) ?? [])
          : [own];
      return result === undefined ? hole : withGiven(result, given);
    });
  };

  const boundBy = (scope: Scope, given: readonly Node[], depth: number, bindings: Bindings): Bindings => {
    const bound = new Map<string, readonly string[]>();
    const parameters = scope.parameters.map((one) =>
      bare(lastName(one.kind === 'definition' ? one.target : one)),
    );
    const offset = parameters[0] === 'self' || parameters[0] === 'this' ? 1 : 0;
    given.forEach((one, index) => {
      const name = one.kind === 'pair' ? bare(lastName(one.key)) : parameters[index + offset];
      if (name !== undefined && name !== '')
        bound.set(name, fold(one.kind === 'pair' ? one.value : one, depth, bindings));
    });
    return bound;
  };
  /** What a function of another file gives back, with marks for what it is given. */
  const resultsElsewhere = (callee: Node | undefined): readonly string[] => {
    if (codeBase?.resultsOf === undefined || callee === undefined) return [];
    const object = callee.kind === 'member' ? lastName(callee.object) : undefined;
    const local = lastName(callee);
    const module = object === undefined ? names.moduleOf(local) : (names.moduleOf(object) ?? object);
    return codeBase.resultsOf(object === undefined ? names.importedOf(local) : local, model.path, module);
  };
  const resultsOf = (scope: Scope, depth: number, bindings: Bindings): readonly string[] => {
    const results: readonly string[][] = findResults(scope).map((one) => [...fold(one, depth, bindings)]);
    return results.flat();
  };

  const marked = (scope: Scope): readonly string[] => {
    const bound = new Map<string, readonly string[]>();
    let index = 0;
    for (const one of scope.parameters.slice(0, mostParameters)) {
      const target = one.kind === 'definition' ? one.target : one;
      const name = bare(lastName(target));
      if (index === 0 && /^(?:self|this|cls)$/.test(name)) continue;
      const isRest = /(?:\*|\.{3}|vararg |params )$/.test(
        model.text.slice(Math.max(0, one.from - 8), one.from) +
          /^[*.]*/.exec(model.text.slice(one.from, one.from + 3))?.[0],
      );
      if (name !== '') bound.set(name, [isRest ? restMark : parameterMark(index)]);
      index++;
    }
    return resultsOf(scope, 1, bound);
  };

  return {
    valuesOf: (node) => fold(node, 0, noBindings),
    resultsOf: marked,
    resultsElsewhere: (callee) => resultsElsewhere(callee).map((result) => withGiven(result, [])),
  };
};

/** What a function gives back: its results, or its last expression. */
const findResults = (scope: Scope): Node[] => {
  const found: Node[] = [];
  const look = (nodes: readonly Node[], levels: number): void => {
    for (const node of nodes) {
      if (node.kind === 'result' && node.value !== undefined) found.push(node.value);
      else if (node.kind === 'group' && levels < 6) look(node.children, levels + 1);
      if (found.length >= 4) return;
    }
  };
  look(scope.children, 0);
  const last = scope.children.at(-1);
  if (
    found.length === 0 &&
    last !== undefined &&
    (last.kind === 'text' || last.kind === 'operation' || last.kind === 'call' || last.kind === 'choice')
  )
    found.push(last);
  return found;
};
