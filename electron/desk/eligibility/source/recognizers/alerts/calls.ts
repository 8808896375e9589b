import type { CodeBase, Explanation } from '#desk/eligibility/source/inspection.ts';
import { patternsOf } from '#desk/eligibility/source/patterns.ts';
import {
  chainOf,
  childrenOf,
  type Definition,
  hole,
  lastName,
  type Model,
  type Node,
  type NodeOf,
  type Scope,
} from '#desk/eligibility/source/syntax/model.ts';
import { type Folding, foldingOf } from '#desk/eligibility/source/values/fold.ts';
import { appendedTo, bare, namesOf } from '#desk/eligibility/source/values/names.ts';
import { otherBaseOf, otherClientOf } from './bases.ts';
import {
  type AlertsPath,
  alertsPathOf,
  endsInRules,
  isBehindRules,
  isOtherHost,
  mayBeBefore,
  otherPrefixOf,
} from './path.ts';
import { isFile, ofFile, other, type Site, siteOf, undecided } from './sites.ts';

const lists = patternsOf('alerts/calls');

/** A use of an alerts endpoint in a model; offsets are those of the model's text. */
export interface AlertsUse {
  readonly from: number;
  readonly to: number;
  readonly confidence: 'high' | 'medium' | 'low';
  readonly why: string;
}
export interface AlertsReading {
  readonly uses: AlertsUse[];
  readonly explanations: Omit<Explanation, 'subject'>[];
}

/** What is put together into a path of the alerts endpoints, with what the code around it says. */
export const readPaths = (model: Model, codeBase: CodeBase | undefined): AlertsReading => {
  const folding = foldingOf(model, namesOf(model), codeBase);
  const reading: AlertsReading = { uses: [], explanations: [] };
  const judge = (node: Node, path: AlertsPath, whole: string): void => {
    const site = judged(model, node, path, whole, codeBase);
    if (site.kind === 'call')
      reading.uses.push({
        ...placeOf(model, node),
        confidence: path.rooted ? 'high' : 'medium',
        why: `Alerts endpoint ${shownPath(whole)}${site.why}.`,
      });
    else if (site.reason !== undefined)
      reading.explanations.push({ from: node.from, to: node.to, reason: site.reason, why: site.why });
  };
  const matched = findPaths(model, folding, judge);
  joinedBases(model, folding, matched, judge);
  declaredClients(model, folding, judge);
  return reading;
};

/** Of what goes over several lines, where `alerts` stands. */
const placeOf = (model: Model, { from, to, line }: Node): { from: number; to: number } => {
  if (model.lineAt(Math.max(from, to - 1)) === line) return { from, to };
  const last = /alerts(?!.*alerts)/is.exec(model.text.slice(from, Math.min(to, from + longestCall)));
  return last === null ? { from, to } : { from: from + last.index, to: from + last.index + last[0].length };
};
const longestCall = 5000;

/** Neither credentials nor a query: they may hold a secret. */
const shownPath = (text: string): string =>
  text
    .replace(/\/\/[^/@]*@/, '//')
    .replace(/\?.*$/s, '')
    .replaceAll(hole, '…')
    .slice(0, 200);

const judged = (
  model: Model,
  node: Node,
  path: AlertsPath,
  whole: string,
  codeBase: CodeBase | undefined,
): Site => {
  if (path.host !== undefined && isOtherHost(path.host))
    return other('other-host', `URL host: ${path.host}.`);
  const elsewhere = otherBaseOf(model, node, path.host) ?? otherClientOf(node);
  if (elsewhere !== undefined) return other('other-host', elsewhere);
  const written = model.text.slice(node.from, Math.min(node.to, node.from + 500));
  const tool = lists.tools.exec(written.slice(0, Math.max(0, written.search(/rules/i))))?.[0];
  if (tool !== undefined) return other('other-library', `Call to ${tool}.`);
  const site = siteOf(model, { node, whole }, codeBase);
  if (site.kind === 'other') return site;
  if (node.kind === 'call' && isFile(model, node)) {
    const file = ofFile(model, node);
    if (file.kind === 'other') return file;
  }
  return byPath(model, node, path, whole, codeBase) ?? site;
};

/** What the path itself says of it. */
const byPath = (
  model: Model,
  node: Node,
  path: AlertsPath,
  whole: string,
  codeBase: CodeBase | undefined,
): Site | undefined => {
  const hasHost = path.host !== undefined;
  const prefix = otherPrefixOf(path);
  if (prefix !== undefined) return ofPrefix(prefix, hasHost);
  if (!path.rooted && /(?:^|\/)R(?:ules|ULES)\/|\/A(?:lerts|LERTS)\b/.test(whole) && !isAskedFor(node))
    return translations.test(model.path) ? other('text', 'User-facing text.') : undecided;
  if (hasHost) return undefined;
  if (onlyToolsIn(model.text)) return undecided;
  if (!whole.startsWith('/') || codeBase?.isOwnRoute?.(whole) !== true) return undefined;
  return isOfOwnPage(node) || isOfOwnFetcher(model, node)
    ? other('own-api', "Route of the code base's own server.")
    : undecided;
};

const ofPrefix = (prefix: string, hasHost: boolean): Site =>
  mayBeBefore(prefix)
    ? undecided
    : other(hasHost ? 'other-host' : 'own-api', `Different path: /${prefix}/….`);

/** Every base of the file is of such a tool. */
const onlyToolsIn = (text: string): boolean => {
  const bases = text.match(/https?:\/\/[^\s"'`)]{3,200}|\b(?:base_?url|base_?address)\b[^\n]{0,120}/gi) ?? [];
  return bases.length > 0 && bases.every((one) => lists.tools.test(one));
};

const translations = /(?:^|[/\\])(?:i18n|locales?|lang|languages|translations|messages)[/\\.]/i;

/** A browser asks the server that its page is from: `fetch("/…")`. */
const isOfOwnPage = ({ parent }: Node): boolean =>
  parent?.kind === 'call' &&
  /^(?:(?:window\.)?fetch|useSWR|useFetch|\$fetch|(?:\$|jQuery)\.(?:get|ajax|getJSON))$/.test(
    chainOf(parent.callee).join('.'),
  );
/** By a function of the file that asks that server alone: `const json = (path) => fetch(`/api${path}`)`. */
const isOfOwnFetcher = (model: Model, node: Node): boolean => {
  let at = node;
  while (at.parent?.kind === 'choice' || at.parent?.kind === 'operation' || at.parent?.kind === 'group')
    at = at.parent;
  const { parent } = at;
  if (parent?.kind !== 'call' || parent.callee?.kind !== 'name') return false;
  const name = lastName(parent.callee);
  const fetchers = [
    ...model.all('scope').filter((one) => one.role === 'function' && one.name === name),
    ...model.all('definition').filter((one) => one.name === name && one.value?.kind === 'scope'),
  ].map(({ from, to }) => model.text.slice(from, to));
  return (
    fetchers.length > 0 &&
    fetchers.every((text) => ownFetch.test(text) && (text.match(/\bfetch\(/g) ?? []).length === 1)
  );
};
const ownFetch = /\bfetch\(\s{0,4}[`'"]\/(?!\/)/;
const isAskedFor = ({ parent }: Node): boolean =>
  parent?.kind === 'call' && /get|send|request|fetch|download|load|read/i.test(lastName(parent.callee));

const candidates = new Set<Node['kind']>([
  'text',
  'operation',
  'call',
  'name',
  'member',
  'index',
  'mapping',
  'definition',
  'list',
]);

/** The innermost expressions that give a whole path. */
const findPaths = (
  model: Model,
  folding: Folding,
  judge: (node: Node, path: AlertsPath, whole: string) => void,
): Set<Node> => {
  const matched = new Set<Node>();
  // Inner before outer: what holds a match gives none itself.
  for (const node of outerFirst(model.root).reverse()) {
    const grown = grownBy(node);
    if (grown === undefined && childrenOf(node).some((child) => matched.has(child))) {
      matched.add(node);
      continue;
    }
    if (!candidates.has(node.kind) || (node.kind === 'definition' && !node.appends)) continue;
    const values = [...folding.valuesOf(grown ?? node), ...inRow(model, node, folding)];
    const found = firstPathOf(values);
    if (found === undefined) continue;
    matched.add(node);
    if (isReportedHere(model, node, folding)) judge(node, found.path, found.value);
  }
  return matched;
};
const firstPathOf = (values: readonly string[]): { value: string; path: AlertsPath } | undefined => {
  for (const value of values) {
    const path = alertsPathOf(value);
    if (path !== undefined) return { value, path };
  }
  return undefined;
};
const outerFirst = (root: Node): Node[] => {
  const inOrder: Node[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    inOrder.push(node);
    open.push(...childrenOf(node));
  }
  return inOrder;
};
/** A name is reported where its value is written, a call in the function that puts the path together. */
const isReportedHere = (model: Model, node: Node, folding: Folding): boolean => {
  if (node.kind === 'name' || node.kind === 'member' || node.kind === 'index')
    return isGiven(node) && refersElsewhere(model, node);
  return node.kind !== 'call' || !(isOfFunctionHere(model, node) || isOfFunctionElsewhere(folding, node));
};
const isOfFunctionHere = (model: Model, node: NodeOf<'call'>): boolean => {
  if (/rules|alerts/i.test(model.text.slice(node.from, Math.min(node.to, node.from + longestCall))))
    return false;
  const names = chainOf(node.callee);
  return model.all('scope').some((one) => one.role === 'function' && names.includes(one.name));
};
const isOfFunctionElsewhere = (folding: Folding, { callee }: NodeOf<'call'>): boolean =>
  folding.resultsElsewhere(callee).some((result) => alertsPathOf(result) !== undefined);
const holdsSegments = /path|segment|url|uri|endpoint|route|resource|log|parts/i;

/** Segments that are given one after the other: `get(ctx, "rules", id, "alerts")`, `paths.log = ["rules", "alerts"]`. */
const inRow = (model: Model, node: Node, folding: Folding): string[] => {
  if (node.kind !== 'call' && node.kind !== 'list') return [];
  const row = node.kind === 'list' ? node.items : node.arguments.filter(({ kind }) => kind !== 'scope');
  if (row.length < 2) return [];
  const values = row.slice(0, 30).map((one) => folding.valuesOf(one)[0] ?? hole);
  const at = values.findIndex((one) => /^\/?rules\/?$/.test(one) || endsInRules(one));
  const alerts = values.findIndex((one, index) => index > at && /^\/?alerts\/?$/.test(one));
  if (at < 0 || alerts < 0 || alerts > at + 2) return [];
  // With an id between them, whatever it is called: nothing else has such a row.
  const hasId = alerts === at + 2 && isId(row[at + 1]);
  if (!(node.kind === 'list' ? isListOfPaths(model, node) : isAsking(model, node, hasId))) return [];
  const end = alerts + (alerts === at + 1 && isId(row[alerts + 1]) ? 2 : 1);
  return [[`/${values[at]}`, ...values.slice(at + 1, end)].join('/').replace(/\/+/g, '/')];
};
// These look through the whole file, which few rows are worth.
const isListOfPaths = (model: Model, list: NodeOf<'list'>): boolean =>
  isOfPaths(list) || isJoinedLater(model, list);
const isAsking = (model: Model, { callee }: NodeOf<'call'>, hasId: boolean): boolean => {
  const name = lastName(callee);
  return (
    (lists.asks.test(name) && !/^resources?$/.test(name)) ||
    makesPaths(model, name) ||
    (hasId && !lists.others.test(name))
  );
};
/** A function of this file that puts its arguments together to a path. */
const makesPaths = (model: Model, name: string): boolean =>
  name !== '' &&
  model
    .all('scope')
    .some(
      (one) =>
        one.role === 'function' &&
        one.name === name &&
        one.to - one.from < 2000 &&
        /url|uri|path|https?|segment/i.test(model.text.slice(one.from, one.to)),
    );
/** Nothing but the segments, in a file that joins segments. */
const isJoinedLater = (model: Model, { items, parent }: NodeOf<'list'>): boolean =>
  parent?.kind === 'definition' &&
  items.length <= 3 &&
  items.every((one) => one.kind === 'text') &&
  /["']\/["']\s{0,4}(?:\.join|,|\))|join\w*\(\s{0,4}["']\/["']/i.test(model.text) &&
  /segments|paths?\b|url/i.test(model.text);
const isId = (node: Node | undefined): boolean =>
  node !== undefined &&
  (node.kind === 'name' || node.kind === 'member' || node.kind === 'call' || node.kind === 'index');
const isOfPaths = (list: Node): boolean => {
  let at = list.parent;
  for (let step = 0; at !== undefined && step < 5; at = at.parent, step++)
    if (holdsSegments.test(nameOf(at))) return true;
  return false;
};
const nameOf = (node: Node): string => {
  if (node.kind === 'pair') return lastName(node.key);
  if (node.kind === 'call') return lastName(node.callee);
  return node.kind === 'definition' || node.kind === 'mapping' ? node.name : '';
};

/** What a statement puts more behind: `path += "/alerts"`, `builder.append("/alerts")`. */
const grownBy = (node: Node): Node | undefined => {
  if (node.kind === 'definition' && node.appends) return node.target;
  return node.kind === 'call' && appendedTo(node) !== undefined && node.callee?.kind === 'member'
    ? node.callee.object
    : undefined;
};

/** A name in a place where a value is used, rather than made. */
const isGiven = (node: Node): boolean => {
  const { parent } = node;
  if (parent === undefined) return false;
  if (parent.kind === 'definition') return parent.value === node;
  if (parent.kind === 'pair') return parent.value === node;
  if (parent.kind === 'member' || parent.kind === 'import' || parent.kind === 'annotation')
    return parent.kind === 'annotation';
  if (parent.kind === 'scope') return parent.children.includes(node);
  return true;
};
const refersElsewhere = (model: Model, node: Node): boolean => {
  const name = bare(lastName(node));
  return (
    !model.all('definition').some((one) => bare(one.name) === name && one.value !== undefined) &&
    !model.all('pair').some((one) => bare(lastName(one.key)) === name && one.value !== undefined) &&
    !model.all('call').some((one) => bare(appendedTo(one) ?? '') === name)
  );
};

/** More of them in one file are data. */
const mostJoined = 200;

/** A base that ends in `rules`, and what a client of it asks for. */
const joinedBases = (
  model: Model,
  folding: Folding,
  matched: ReadonlySet<Node>,
  judge: (node: Node, path: AlertsPath, whole: string) => void,
): void => {
  const texts = [...model.all('text'), ...model.all('operation'), ...model.all('call')].filter(
    (node) => !matched.has(node),
  );
  const hasWhole = matched.size > 0;
  const asked = texts
    .filter(
      (node) =>
        isRequested(node) &&
        writesAlerts(model, node) &&
        folding
          .valuesOf(node)
          .some(
            (one) => isBehindRules(one) && (node.parent?.kind === 'call' || (one.includes('/') && !hasWhole)),
          ),
    )
    .slice(0, mostJoined);
  const behind = asked.filter(
    (node) => !asked.some((inner) => inner !== node && node.from <= inner.from && inner.to <= node.to),
  );
  if (behind.length === 0) return;
  const base = texts.find((node) => isBase(node) && folding.valuesOf(node).some(endsInRules));
  if (base === undefined) return;
  const whole = folding.valuesOf(base).find(endsInRules) ?? '';
  for (const node of behind) {
    const value = folding.valuesOf(node).find(isBehindRules) ?? '';
    const joined = `${whole.replace(/\/+$/, '')}/${value.replace(/^\/+/, '')}`;
    const path = alertsPathOf(joined);
    if (path !== undefined) judge(node, path, joined);
  }
};
const isBase = (node: Node): boolean => {
  let at = node;
  for (let step = 0; step < 5 && at.parent !== undefined; step++) {
    if (isBaseIn(at, at.parent)) return true;
    at = at.parent;
  }
  return false;
};
const isBaseIn = (node: Node, parent: Node): boolean => {
  if (parent.kind === 'pair') return parent.value === node && lists.baseNames.test(lastName(parent.key));
  if (parent.kind === 'definition') return parent.value === node && lists.baseNames.test(parent.name);
  if (parent.kind !== 'call') return parent.kind === 'annotation';
  return parent.arguments.includes(node) && lists.baseCalls.test(lastName(parent.callee));
};
/** Whether the word stands in the expression itself, rather than in what a name of it was given. */
const writesAlerts = (model: Model, { from, to }: Node): boolean =>
  /alerts/i.test(model.text.slice(from, Math.min(to, from + longestCall)));
/** In a call, or in a constant that may be given to one. */
const isRequested = (node: Node): boolean => {
  const { parent } = node;
  if (parent?.kind === 'call') return parent.arguments.includes(node);
  return (
    parent?.kind === 'definition' ||
    parent?.kind === 'pair' ||
    parent?.kind === 'annotation' ||
    parent?.kind === 'choice' ||
    parent?.kind === 'result' ||
    parent?.kind === 'list'
  );
};

/** The prefix stands on the class, the rest on the method. */
const declaredClients = (
  model: Model,
  folding: Folding,
  judge: (node: Node, path: AlertsPath, whole: string) => void,
): void => {
  for (const type of model.all('scope')) {
    if (type.role === 'function' || type.role === 'block') continue;
    const prefixes = type.annotations
      .flatMap(textsIn)
      .flatMap((node) => folding.valuesOf(node))
      .filter((one) => one !== hole && /^[\w/:.{}$\uE000-]+$/.test(one));
    if (prefixes.length === 0) continue;
    for (const node of methodsOf(type).flatMap(({ annotations }) => annotations.flatMap(textsIn)))
      for (const joined of joinedTo(prefixes, folding.valuesOf(node)))
        judge(node, alertsPathOf(joined) as AlertsPath, joined);
  }
};
const methodsOf = ({ children }: Scope): (Scope | Definition)[] =>
  children
    .flatMap((child) => (child.kind === 'group' ? child.children : [child]))
    .filter((child) => child.kind === 'scope' || child.kind === 'definition');
/** The paths of the alerts endpoints that a prefix makes of what is none without it. */
const joinedTo = (prefixes: readonly string[], rests: readonly string[]): string[] =>
  rests
    .filter((rest) => alertsPathOf(rest) === undefined)
    .flatMap((rest) => {
      const behind = rest.replace(/^(?:GET\s+)?\/*/i, '');
      return (
        prefixes
          .map((prefix) => `${prefix.replace(/\/+$/, '')}/${behind}`)
          .find((one) => alertsPathOf(one) !== undefined) ?? []
      );
    });
const textsIn = (annotation: Node): Node[] =>
  childrenOf(annotation)
    .flatMap((one) => {
      if (one.kind === 'list') return one.items;
      if (one.kind !== 'pair') return [one];
      const isPath = /^(?:value|path|url|uri|baseuri|base|name)$/.test(bare(lastName(one.key)));
      return isPath && one.value !== undefined ? [one.value] : [];
    })
    .filter(({ kind }) => kind !== 'scope');
