import { dirname } from 'node:path';
import type { CodeBase, CodeFile } from '#desk/eligibility/source/inspection.ts';
import { endsInRules } from '#desk/eligibility/source/mentions/alerts.ts';
import { firstHalves, secondHalves } from '#desk/eligibility/source/mentions/halves.ts';
import { isTestPath } from '#desk/eligibility/source/recognizers/test-code.ts';
import {
  type Call,
  chainOf,
  type Definition,
  hole,
  lastName,
  type Model,
  type Node,
  type Pair,
  type Scope,
  scopeAround,
} from '#desk/eligibility/source/syntax/model.ts';
import { type ReadModels, readModels } from '#desk/eligibility/source/syntax/read.ts';
import { wordSet } from '#desk/eligibility/source/word-set.ts';
import { type Folding, foldingOf } from './fold.ts';
import { forwards } from './forwards.ts';
import { createHeaderNames, headersNamedIn } from './header-names.ts';
import { bare, namesOf } from './names.ts';

/** More of one name say nothing. */
const mostValues = 8;
/** What may be part of a path, or the name of a header or a field. */
const useful = /rule|alert|header|client|retry|authorization|https?:|^\/|\/$|^[-_]?id$/i;

interface Known {
  readonly path: string;
  readonly value: string;
}

/**
 * Reads the files that may define what others use: their constants, their routes and the names of their functions.
 * @param naming files that give names of headers to settings and constants
 */
export const createCodeBase = (
  files: Iterable<CodeFile>,
  read: ReadModels = readModels,
  naming: Iterable<CodeFile> = [],
): CodeBase => {
  const headers = createHeaderNames([...naming].flatMap((file) => headersNamed(file, read)));
  const known: Definitions = {
    constants: new Map(),
    functions: new Set(),
    results: new Map(),
    handlers: new Map(),
    servers: [],
    joinsRules: false,
  };
  for (const file of files) addFile(known, file, read);
  const { constants, functions, handlers } = known;
  const routes = new Set<string>();
  let alerts: ReadonlySet<string> | undefined;
  const codeBase: CodeBase = {
    valuesOf: (name, path, module) => valuesOf(constants.get(bare(name)) ?? [], path, module),
    resultsOf: (name, path, module) => resultsOf(known.results, name, path, module),
    isOwnRoute: (path) => routes.has(shapeOf(path)),
    isOwnFunction: (name) => functions.has(name),
    namesAlertsIn: (text) => {
      alerts ??= namesOfAlerts(constants);
      const named = alerts;
      return named.size > 0 && wordsOf(text).some((word) => named.has(bare(word)));
    },
    answersItself: (name) => handlers.get(name) === true,
    headerOf: headers.headerOf,
    namesHalfIn: halvesNamedBy(constants),
    namesHeaderIn: (text) => headers.pattern?.test(text) === true,
    endsInRules: known.joinsRules,
  };
  // Routes may be named by constants of other files.
  for (const { path, text } of known.servers)
    for (const model of read(path, text).slice(0, 1))
      for (const route of routesOf(model, codeBase)) routes.add(route);
  return codeBase;
};

/** What the files of a code base define. */
interface Definitions {
  readonly constants: Map<string, Known[]>;
  readonly functions: Set<string>;
  readonly results: Map<string, Known[]>;
  /** By name: whether every function of it answers by itself. */
  readonly handlers: Map<string, boolean>;
  /** Files that may hold routes. */
  readonly servers: CodeFile[];
  joinsRules: boolean;
}

const addFile = (known: Definitions, { path, text }: CodeFile, read: ReadModels): void => {
  const { constants, functions, results, handlers, servers } = known;
  const [model] = read(path, text);
  if (model === undefined) return;
  known.joinsRules ||= endsInRules(text);
  for (const { role, name, from, to } of model.all('scope')) {
    if (name === '' || role === 'block') continue;
    if (role === 'function') functions.add(name);
    handlers.set(name, handlers.get(name) !== false && !forwards(text.slice(from, to)));
  }
  // Constants of tests are none of the code.
  if (isTestPath(path)) return;
  gather(model, path, constants, results);
  if (mayRoute.test(text) && mayServe(model)) servers.push({ path, text });
};

const valuesOf = (all: readonly Known[], path: string, module: string | undefined): string[] => {
  const others = all.filter((one) => one.path !== path);
  // A script inside a file uses what the file around it defines.
  const known = others.length > 0 ? others : all;
  const values = [...new Set(nearest(known, path, module).map(({ value }) => value))];
  // A common name with many meanings has none.
  return values.length > mostValues / 2 ? [] : values;
};
/** Those of the module; without any, those of the folder; without any, all. */
const nearest = (known: readonly Known[], path: string, module: string | undefined): readonly Known[] => {
  const fits = module === undefined ? known : known.filter((one) => isOfModule(one.path, module));
  if (fits.length > 0) return fits;
  const near = known.filter((one) => dirname(one.path) === dirname(path));
  return near.length > 0 ? near : known;
};

const resultsOf = (
  results: Definitions['results'],
  name: string,
  path: string,
  module: string | undefined,
): string[] => {
  const known = (results.get(bare(name)) ?? []).filter((one) => one.path !== path);
  const fits = module === undefined ? [] : known.filter((one) => isOfModule(one.path, module));
  const given = (fits.length > 0 ? fits : known).filter(({ value }) => value !== hole);
  const values = new Set(given.map(({ value }) => value));
  // A short name is that of a function here only if its module or its class is.
  if (fits.length === 0 && (bare(name).length < shortest || values.size > mostResults)) return [];
  return [...values].slice(0, mostResults);
};

/** Whether a text puts a word together from halves that constants hold. */
const halvesNamedBy = (constants: Definitions['constants']) => {
  const firsts = namesOfHalf(constants, /^rule[-_]?$/i);
  const seconds = namesOfHalf(constants, /^[-_]?id$/i);
  return (text: string): boolean => {
    const namesSecond = seconds?.test(text) === true;
    if (firsts?.test(text) === true && (secondHalves(text, true).length > 0 || namesSecond)) return true;
    return namesSecond && firstHalves(text, true).includes('rule-id');
  };
};
const mayRoute = /rule/i;

/** A pattern for names that stand for one half of a word. */
const namesOfHalf = (constants: ReadonlyMap<string, readonly Known[]>, half: RegExp): RegExp | undefined => {
  const names = [...constants].filter(([, known]) => known.some(({ value }) => half.test(value)));
  if (names.length === 0) return undefined;
  const spelled = names.slice(0, mostNames).map(([name]) => [...name].join('[-_]?'));
  return new RegExp(`(?<![a-z0-9])(?:${spelled.join('|')})(?![a-z0-9])`, 'i');
};
const mostNames = 50;

const headersNamed = ({ path, text }: CodeFile, read: ReadModels) => {
  const [model] = isTestPath(path) ? [] : read(path, text);
  if (model === undefined) return [];
  const folding = foldingOf(model, namesOf(model), undefined);
  return headersNamedIn(model, folding).map(([names, header]) => ({ path, names, header }));
};

/** Every word that may be a name, once. */
const wordsOf = (text: string): string[] => [
  ...new Set(text.match(/[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff-]{2,80}/g)),
];

/** Names that stand for a part of the alerts endpoints' paths, and for little else. */
const namesOfAlerts = (constants: ReadonlyMap<string, readonly Known[]>): ReadonlySet<string> =>
  new Set(
    [...constants]
      .filter(([name, known]) => !general.has(name) && known.some(({ value }) => isPartOfPath.test(value)))
      .map(([name]) => name),
  );
/** The plural, or the word that an `s` is put behind. Prose and code about alerts are none. */
const isPartOfPath = /^[^\s(]*alert(?:[s%{$<\uE000][^\s(]*)?$|\/\S*alert(?:[s%{$<\uE000]|$)/i;
/** They name something else in each file. */
const general = wordSet('url uri key path type class name value page role alias');

/** `./endpoints.js`, `app.core.paths` and `com.acme.Paths` name a file by its last part. */
const isOfModule = (path: string, module: string): boolean => {
  const last = module
    .replace(/\.(?:[cm]?[jt]sx?|py|rb|php)$/, '')
    .split(/[/.:\\]+/)
    .filter((part) => part !== '')
    .slice(-2)
    .map(bare);
  const file = path
    .replace(/\.[^./]+$/, '')
    .split(/[/\\]/)
    .map(bare);
  return last.some((part) => part !== '' && file.slice(-2).includes(part));
};

/** Of a name of a function that is called without its class, and results that one name may have. */
const shortest = 6;
const mostResults = 2;
/** Of a function that only puts a path together. */
const longestFunction = 2000;
const partOfPath = /rules|alerts|\/rule/i;

/** A function of one text, in a language that has no syntax tree. */
const functionOfText =
  /\b([A-Za-z_]\w{1,60})\s?\([^()\n]{0,120}\)[^"'\n;=]{0,60}?(?:=>|=|do:|\{\s{0,40}(?:return\s)?|return)\s{0,20}(["'])([^"'\n]{0,100}\brules?\b[^"'\n]{0,100})\2/g;
const filledIn = /\\\([^)]*\)|[$#]\{[^}]*\}|\$\w+/g;

const gather = (
  model: Model,
  path: string,
  constants: Map<string, Known[]>,
  results: Map<string, Known[]>,
): void => {
  const folding = foldingOf(model, namesOf(model), undefined);
  const functions = model.all('scope').filter(({ role }) => role === 'function');
  if (model.source === 'tokens')
    for (const [, name = '', , value = ''] of model.text.matchAll(functionOfText))
      add(results, name, path, value.replace(filledIn, hole));
  for (const [name, scope] of [
    ...functions.map((scope) => [scope.name, scope] as const),
    ...model.all('definition').map(({ name, value }) => [name, value] as const),
    ...model.all('pair').map(({ key, value }) => [lastName(key), value] as const),
  ]) {
    const own = bare(name.split(/[.:#]+/).at(-1) ?? '');
    for (const value of partsReturned(model, folding, own, scope)) add(results, own, path, value);
  }
  for (const [name, node] of namedIn(model, functions)) {
    const values = node === undefined || name.length < 3 ? [] : folding.valuesOf(node);
    for (const value of values.filter(isUseful)) add(constants, name, path, value);
  }
};
/** The parts of a path that a function returns. */
const partsReturned = (
  model: Model,
  folding: Folding,
  name: string,
  scope: Node | undefined,
): readonly string[] => {
  if (scope?.kind !== 'scope' || name.length < 2 || scope.to - scope.from > longestFunction) return [];
  const values = partOfPath.test(model.text.slice(scope.from, scope.to)) ? folding.resultsOf(scope) : [];
  const parts = values.filter((one) => one.length <= 300 && !/\s/.test(one) && partOfPath.test(one));
  // That it returns something else is known too.
  return parts.length === 0 ? [hole] : parts;
};
/** What other files may refer to: constants, keys, and functions without parameters. */
const namedIn = (
  model: Model,
  functions: readonly Scope[],
): readonly (readonly [name: string, node: Node | undefined])[] => [
  ...model
    .all('definition')
    .filter((one) => !isLocal(model, one))
    .map(({ name, value }) => [name.split('.').at(-1) ?? name, value] as const),
  ...model
    .all('pair')
    .filter((one) => one.value?.kind !== 'mapping' && !isArgument(model, one))
    .map(({ key, value }) => [lastName(key).split('.').at(-1) ?? '', value] as const),
  ...functions
    .filter(({ parameters, children }) => parameters.length === 0 && children.length === 1)
    .map((scope) => [scope.name, scope] as const),
];
const isUseful = (value: string): boolean =>
  value !== hole && value.length <= 300 && useful.test(value) && !/\n/.test(value);
const add = (map: Map<string, Known[]>, name: string, path: string, value: string): void => {
  const known = map.get(bare(name)) ?? [];
  map.set(bare(name), known);
  if (known.length < mostValues) known.push({ path, value });
};

/** A variable that a function declares for itself. */
const isLocal = ({ source, language, text }: Model, definition: Definition): boolean => {
  const { role, target, from, value } = definition;
  if (source !== 'syntax-tree' || target.kind !== 'name') return false;
  if ((role !== 'variable' && role !== 'constant') || scopeAround(definition, 'function') === undefined)
    return false;
  // They have no declarations.
  if (language === 'python' || language === 'php') return !/\b(?:global|nonlocal)\b/.test(text);
  if (!declaring.has(language)) return false;
  const before = text.slice(Math.max(0, from - 60), target.from);
  return (
    typeBefore.exec(before)?.[1]?.search(statement) === -1 ||
    /:=/.test(text.slice(target.to, value?.from ?? target.to))
  );
};
const declaring = new Set(['javascript', 'typescript', 'tsx', 'java', 'kotlin', 'csharp', 'go', 'rust']);
/** `const`, `var`, `String`, `List<String>`, `string?`. */
const typeBefore = /([\w$]+)[>\])?]*[ \t]+$/;
const statement = /^(?:return|else|do|await|yield|throw|in|case)$/;

/** A named argument of a call, an annotation's, an attribute of an element. */
const isArgument = ({ source }: Model, { parent }: Pair): boolean =>
  source === 'syntax-tree' &&
  (parent?.kind === 'call' || parent?.kind === 'annotation' || parent?.kind === 'group');

const routeCall =
  /^(?:get|any|all|route|path|re_path|url|handle|HandleFunc|handleFunc|Handle|MapGet|add_url_rule|GET|Get|Route)$/;
const routeAnnotation =
  /^(?:\w+\.)?(?:get|route|api_route|GetMapping|RequestMapping|HttpGet|Get|Route|Path)$/;

/** `app.get(path, (request) => …)` */
const isRoute = (call: Call): boolean => {
  const [path, ...rest] = call.arguments;
  return (
    path !== undefined &&
    routeCall.test(lastName(call.callee)) &&
    rest.some((one) => one.kind === 'scope' && one.parameters.length > 0) &&
    chainOf(call.callee).length >= 2
  );
};
const isHandler = ({ role, children, annotations }: Scope): boolean =>
  role === 'function' && children.length > 0 && annotations.some(({ name }) => routeAnnotation.test(name));

/** Whether a file may hold a route at all: few do. */
const mayServe = (model: Model): boolean =>
  model.all('call').some(isRoute) || model.all('scope').some(isHandler);

/** Paths that the code base's own server answers. */
const routesOf = (model: Model, codeBase: CodeBase): string[] => {
  const folding = foldingOf(model, namesOf(model), codeBase);
  const called = model
    .all('call')
    .filter(isRoute)
    .flatMap((call) => folding.valuesOf(call.arguments[0] as Node));
  const declared = model
    .all('scope')
    .filter(isHandler)
    .flatMap((handler) => {
      const type = handler.parent?.kind === 'scope' ? handler.parent : undefined;
      const prefixes = routesOn(type, folding);
      return routesOn(handler, folding, '').flatMap((rest) =>
        (prefixes.length === 0 ? [''] : prefixes).map((prefix) => `${prefix}/${rest}`),
      );
    });
  return [...called, ...declared].map(shapeOf).filter((route) => route.includes('/'));
};
/** The paths in the annotations of a class or a function. */
const routesOn = (scope: Scope | undefined, folding: Folding, otherwise?: string): readonly string[] =>
  (scope?.annotations ?? [])
    .filter(({ name }) => routeAnnotation.test(name))
    .flatMap(({ arguments: [path] }) => {
      if (path !== undefined) return folding.valuesOf(path);
      return otherwise === undefined ? [] : [otherwise];
    });

/** A path with its variables as one sign, without what its base may be. */
const shapeOf = (path: string): string =>
  path
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter((segment) => segment !== '')
    .filter((segment, index) => index > 0 || segment !== hole)
    .map((segment) =>
      /[{:<*$(%[]|^\d+$/.test(segment) || segment.includes(hole) ? '*' : segment.toLowerCase(),
    )
    .join('/')
    .replace(/^/, '/');
