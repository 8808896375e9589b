import type { ExplanationReason } from '#contract/eligibility.ts';
import type { CodeBase } from '#desk/eligibility/source/inspection.ts';
import { patternsOf } from '#desk/eligibility/source/patterns.ts';
import { isTestPath } from '#desk/eligibility/source/recognizers/test-code.ts';
import {
  chainOf,
  childrenOf,
  hole,
  lastName,
  type Model,
  type Node,
  type NodeOf,
  scopeAround,
} from '#desk/eligibility/source/syntax/model.ts';
import { forwards } from '#desk/eligibility/source/values/forwards.ts';
import { bare } from '#desk/eligibility/source/values/names.ts';
import { wordSet } from '#desk/eligibility/source/word-set.ts';

const lists = patternsOf('alerts/sites');

/** What the code around a path says of it. */
export interface Site {
  readonly kind: 'call' | 'other';
  readonly reason?: ExplanationReason;
  readonly why: string;
}
export const other = (reason: ExplanationReason, why: string): Site => ({ kind: 'other', reason, why });
/** Neither a call for sure nor explained: a person reviews it. */
export const undecided: Site = { kind: 'other', why: '' };
const plainCall: Site = { kind: 'call', why: '' };
const ownPage = other('own-route', "Page of the code base's own front end.");
const compared = other('own-route', 'Compared with a path.');
const textForPeople = other('text', 'User-facing text.');

/** A path, with what is known of where it begins. */
export interface Asked {
  readonly node: Node;
  /** What is not known of it is a `hole`. */
  readonly whole: string;
}
const beginsWithHost = (whole: string): boolean =>
  whole.startsWith(hole) || /^(?:(?:[a-z+.-]+:)?\/\/|[{$]|%[sv@])/i.test(whole);

/** Methods that only servers have, on any object: `http.HandleFunc`. */
const servedOnly = /^(?:handlefunc|mapget|mapmethods|mapgroup|addurlrule)$/;

/** What a path is used for, by the code around it. */
export const siteOf = (model: Model, asked: Asked, codeBase: CodeBase | undefined): Site => {
  let at: Node = asked.node;
  let { whole } = asked;
  for (let step = 0; step < 14 && at.parent !== undefined; step++) {
    const { parent } = at;
    // Something is put before it.
    const isBehind =
      (parent.kind === 'operation' && parent.operands[0] !== at && !/[=~<>]/.test(parent.operator)) ||
      (parent.kind === 'text' && parent.parts[0] !== at);
    if (isBehind && !whole.startsWith(hole)) whole = hole + whole;
    const seen = byParent(model, parent, at, { node: asked.node, whole }, codeBase);
    if (seen !== undefined) return seen;
    if (parent.kind === 'scope') break;
    // The result of a call is no path: `log(get(path))` logs no path.
    if (
      parent.kind === 'call' &&
      parent.callee !== at &&
      !lists.givesText.test(bare(lastName(parent.callee)))
    )
      break;
    at = parent;
  }
  return plainCall;
};

const byParent = (
  model: Model,
  parent: Node,
  at: Node,
  asked: Asked,
  codeBase: CodeBase | undefined,
): Site | undefined => {
  if (parent.kind === 'annotation') return byAnnotation(model, parent);
  if (parent.kind === 'call') return byCall(model, parent, at, asked, codeBase);
  if (parent.kind === 'pair') return byPair(model, parent, at, asked);
  if (parent.kind === 'operation' && /^(?:==|===|!=|!==|=~|eq|~=)$/.test(parent.operator)) {
    if (isTestPath(model.path)) return { kind: 'call', why: ', expected by a test' };
    return forwards(model.text) ? undecided : compared;
  }
  if (
    parent.kind === 'definition' &&
    /^(?:title|label|message|description|text)$/.test(bare(parent.name)) &&
    at === asked.node &&
    at.kind === 'text' &&
    !beginsWithHost(asked.whole)
  )
    return asked.whole.startsWith('/') ? undecided : textForPeople;
  if (parent.kind === 'mapping') return byMapping(model, parent, asked);
  return undefined;
};

/** Languages whose client libraries are declared by annotations on methods without a body. */
const declaring = wordSet('dart kotlin java csharp swift groovy scala');

const byAnnotation = (model: Model, annotation: NodeOf<'annotation'>): Site | undefined => {
  if (/uplink|retrofit|refit|feign/i.test(annotation.name) || isDeclaredClient(model, annotation))
    return plainCall;
  const name = annotation.name;
  if (!lists.routeAnnotations.test(name) && !/\.(?:get|route|any|all|head|post)$/i.test(name))
    return undefined;
  const { parent } = annotation;
  // Nothing answers it: it is declared, so that a library asks for it.
  const isDeclared = parent?.kind !== 'scope' || (parent.role === 'function' && parent.children.length === 0);
  if (isDeclared && declaring.has(model.language) && !/controller/i.test(model.text))
    return /^GET$|^Get$/.test(name) ? plainCall : undecided;
  const handler = parent === undefined ? '' : model.text.slice(parent.from, parent.to);
  return forwards(handler) ? undecided : other('own-route', `Route of the code base's own server (${name}).`);
};

/** Whether an annotation stands on an interface that a client library makes calls from. */
export const isDeclaredClient = (model: Model, annotation: Node): boolean => {
  const holder = annotation.parent;
  const type =
    holder?.kind === 'scope' && holder.role !== 'function'
      ? holder
      : scopeAround(annotation, 'interface', 'class', 'module');
  const marks = [
    ...(type?.annotations ?? []).map(({ name }) => name),
    ...model.all('import').map(({ module }) => module),
    ...(type?.bases ?? []),
  ].join(' ');
  if (/(?:^|[ .])(?:Rest)?Controller(?:Base)?\b|ApiController/.test(marks)) return false;
  if (
    lists.clientMarks.test(marks) ||
    /\bClient\b|Client$/.test((type?.annotations ?? []).map(({ name }) => name).join(' '))
  )
    return true;
  return type?.role === 'interface' && !/@(?:Rest)?Controller/.test(model.text);
};

const isHandler = (node: Node): boolean =>
  node.kind === 'scope' ||
  ((node.kind === 'name' || node.kind === 'member') &&
    !/^(?:[A-Z]\w*Class|\d+|null|nil|None|true|false|undefined)$/.test(lastName(node))) ||
  (node.kind === 'pair' &&
    /^(?:to|as|name|action|controller|component|element|handler|view|view_func|do|methods)$/.test(
      lastName(node.key),
    )) ||
  (node.kind === 'list' && node.items.length === 2) ||
  (node.kind === 'mapping' && node.entries.length === 2 && node.entries.every(({ kind }) => kind !== 'pair'));

const verbs = /^(?:post|put|patch|delete)(?:async)?$|^postfor(?:object|entity)$/;

/** A call that a path is given to. */
interface Receiver {
  readonly model: Model;
  readonly call: NodeOf<'call'>;
  readonly method: string;
  readonly chain: readonly string[];
  readonly receiver: string;
  readonly whole: string;
}

const byCall = (
  model: Model,
  call: NodeOf<'call'>,
  at: Node,
  { whole }: Asked,
  codeBase: CodeBase | undefined,
): Site | undefined => {
  if (call.callee === at) return undefined;
  const method = bare(lastName(call.callee));
  const chain = chainOf(call.callee).map(bare);
  const receiver = receiverIn(chain);
  const index = call.arguments.indexOf(at);
  // A bare `put` of an unknown language may be any verb.
  if (index === 0 && verbs.test(method) && (receiver !== '' || model.source === 'syntax-tree'))
    return other(
      'not-a-path',
      `${/^(?:post|put|patch|delete)/.exec(method)?.[0].toUpperCase()} request; the alerts endpoints support GET only.`,
    );
  const to: Receiver = { model, call, method, chain, receiver, whole };
  if (lists.navigation.test(method)) return ofNavigation(to);
  if (method === 'join' && isFile(model, call)) return ofFile(model, call);
  if (/^(?:url|path|uri)$/.test(method) && model.language !== 'python') return undefined;
  return ofRoute(to, index, codeBase) ?? ofPageOrFile(to);
};
/** `new Hono().get(…).get(…)` is a call of `Hono`. */
const receiverIn = (chain: readonly string[]): string => {
  const direct = chain.at(-2) ?? '';
  const [first = ''] = chain;
  return chain.length > 2 && /^(?:get|post|put|patch|delete)$/.test(direct) && lists.routers.test(first)
    ? first
    : direct;
};

/** A path that a server is told to answer. */
const ofRoute = (to: Receiver, index: number, codeBase: CodeBase | undefined): Site | undefined => {
  const { model, call, method, chain, receiver } = to;
  const isServed = servedOnly.test(method);
  const isRouter =
    isServed ||
    receiver === '' ||
    lists.routers.test(receiver) ||
    /^(?:route|routes|router)$/.test(chain[0] ?? '');
  if (index > 1 || !isRouter || !lists.routeMethods.test(method)) return undefined;
  // Kotlin's block stands behind the call, Scala's second list too.
  const outer = call.parent?.kind === 'call' && call.parent.callee === call ? call.parent.arguments : [];
  const target = targetOf(call);
  const handlers = [
    ...[...call.arguments.slice(index + 1), ...outer].filter((one) => handles(one, to)),
    ...target.filter((one) => one.kind === 'text' || handles(one, to)),
  ];
  if (handlers.length === 0 || !(isServed || target.length > 0 || !isHttpClient(chain))) return undefined;
  return handlers.every((one) => isOwnHandler(model, one, codeBase))
    ? other('own-route', `Route of the code base's own server (${chain.slice(-2).join('.')}).`)
    : undecided;
};
/** Mojolicious: `$r->get('/rules')->to('rule#list')`. */
const targetOf = ({ parent }: Node): readonly Node[] =>
  parent?.kind === 'member' && /^(?:to|via|uses)$/.test(parent.name) && parent.parent?.kind === 'call'
    ? parent.parent.arguments
    : [];
/** Whether an argument may be the handler of a route. */
const handles = (one: Node, { model, method, receiver }: Receiver): boolean =>
  (one.kind === 'scope' && (one.parameters.length > 0 || receiver !== '' || blocks.has(model.language))) ||
  (one.kind === 'pair' && isHandler(one)) ||
  ((receiver !== '' || method !== 'get') && isHandler(one));

const ofPageOrFile = (to: Receiver): Site | undefined => {
  const { method, chain, whole } = to;
  if (/^(?:route|routerlink|link|navlink|redirect)$/.test(method))
    return beginsWithHost(whole) ? undecided : ownPage;
  if (/^(?:open|fopen|readfile)$/.test(method) && opensUrls(to)) return undefined;
  if (isOfFiles(to)) return other('not-a-path', `File path (${chain.slice(-2).join('.')}).`);
  return ofMessage(to);
};

const pageReceivers = /router|navigat|history|^nav$|^page$|^browser$|^cy$|^location$|^(?:build)?context$/;
const isCompared = /^(?:startswith|ismatch|location)$/;
const ofNavigation = ({ model, call, method, receiver, whole }: Receiver): Site | undefined => {
  const page = other('own-route', `Page of the code base's own front end (${lastName(call.callee)}).`);
  const isOfPages = lists.pageMethods.test(method) || pageReceivers.test(receiver);
  // `urls.push(path)`, `text.replace("{url}", path)`.
  if (!isOfPages && /^(?:push|replace|go)$/.test(method)) return undefined;
  if (beginsWithHost(whole)) return undecided;
  if (isOfPages) return page;
  if (isCompared.test(method)) return forwards(model.text) ? undecided : compared;
  return /^(?:redirect|redirectto|redir|href|link|visit|prefetch|goto)$/.test(method) &&
    (forwards(model.text) || !whole.startsWith('/'))
    ? undecided
    : page;
};

const ownFolder = /__dirname|__file__|__DIR__|getcwd\(|process\.cwd|BASE_DIR|import\.meta\.(?:dir|file)/;
const mayBeFolder = /\bos\.path|\bfilepath\.|\bPaths?\.(?:get|of|Combine|combine)\b|\bFile\.join|\bdirname/;
/** Whether what puts a path together is one for files, mostly. */
export const isFile = (model: Model, { from, to }: Node): boolean => {
  const text = model.text.slice(from, Math.min(to, from + 500));
  return ownFolder.test(text) || mayBeFolder.test(text);
};
/** Functions for files put URLs together too. */
export const ofFile = (model: Model, { from, to, parent }: Node): Site => {
  if (parent?.kind === 'call' && isHttpClient(chainOf(parent.callee).map(bare))) return plainCall;
  const text = model.text.slice(from, Math.min(to, from + 500));
  if (ownFolder.test(text)) return other('not-a-path', 'File path.');
  return /ur[li]|api|endpoint|host|service|https?:|base(?!_?(?:dir|path|name))/i.test(
    text.replace(/\bfilepath|\bos\.path/g, ''),
  )
    ? plainCall
    : undecided;
};

/** PHP, Ruby and some others open URLs as they open files; a browser opens a request. */
const opensUrls = ({ model, call, receiver }: Receiver): boolean =>
  /^(?:php|ruby|perl|crystal|tcl)$/.test(model.language) ||
  /uri|url|http|xhr|req/.test(receiver) ||
  /^(?:GET|HEAD)$/i.test(lastName(call.arguments[0]));

const isOfFiles = ({ method, receiver, chain, whole }: Receiver): boolean => {
  if (!lists.files.test(method) || beginsWithHost(whole)) return false;
  if (
    /^(?:readfile|readfilesync|writefile|writefilesync|listdir|glob|mkdir|import|require|requirerelative|render|partial)$/.test(
      method,
    )
  )
    return true;
  // What opens files may open URLs too.
  if (
    whole.startsWith('/') &&
    /^(?:open|fopen|read|load|json|csv|get|path|view|template|exists)$/.test(method)
  )
    return false;
  return (
    /^(?:open|parquet|fopen)$/.test(method) ||
    lists.fileReceivers.test(receiver) ||
    chain.slice(0, -1).some((one) => lists.fileReceivers.test(one))
  );
};

/** Languages in which what is printed is what the next program reads. */
const printing = wordSet(
  'shell perl awk php template text makefile just batch tcl powershell dockerfile yaml',
);
const ofMessage = ({ model, call, method, receiver, whole }: Receiver): Site | undefined => {
  if (/^(?:print|println|puts|echo|printf|write|writeline|say)$/.test(method) && printing.has(model.language))
    return isPiped(model, call) ? undefined : undecided;
  // C's and Haskell's printf give a text, where it is a value.
  if (/^printf$/.test(method) && call.parent?.kind !== 'scope' && call.parent?.kind !== 'group')
    return undefined;
  if (
    /^(?:log|print|println|info|debug|warn|error|puts|echo|writeline|printf|fatal|panic|console|logger|raise|throw|exception)$/.test(
      method,
    ) ||
    /^(?:log|logger|console|logging|_logger|logs)$/.test(receiver)
  )
    return other('text', 'Part of a message.');
  if (
    /^(?:describe|it|test|context|specify)$/.test(method) &&
    call.arguments.some(({ kind }) => kind === 'scope')
  )
    return textForPeople;
  if (
    /^(?:translate|t|gettext|trans|i18n|__)$/.test(method) &&
    !whole.startsWith('/') &&
    !beginsWithHost(whole)
  )
    return textForPeople;
  return undefined;
};
const isPiped = (model: Model, { from, to }: Node): boolean =>
  /^[)"'`\s]{0,4}(?:\||>)/.test(model.text.slice(to, to + 10)) ||
  /[$(`]\(?\s{0,2}$/.test(model.text.slice(Math.max(0, from - 4), from));

/** Whether it is seen here, or elsewhere in the code base, that a handler answers by itself. */
const isOwnHandler = (model: Model, handler: Node, codeBase: CodeBase | undefined): boolean => {
  if (handler.kind === 'scope') return !forwards(model.text.slice(handler.from, handler.to));
  const value = handler.kind === 'pair' ? handler.value : handler;
  const names = value === undefined ? [] : namesIn(value);
  if (names.some((name) => forwards(name))) return false;
  const here = model
    .all('scope')
    .filter((one) => one.role !== 'block' && one.name !== '' && names.includes(one.name));
  if (here.length > 0) return here.every((one) => !forwards(model.text.slice(one.from, one.to)));
  return names.some((name) => codeBase?.answersItself?.(name) === true);
};
const namesIn = (node: Node): string[] =>
  node.kind === 'text'
    ? node.value.split(/[^\w$]+/).filter((name) => name !== '')
    : node.kind === 'list'
      ? node.items.flatMap(namesIn)
      : node.kind === 'mapping'
        ? node.entries.flatMap(namesIn)
        : chainOf(node);

/** Languages in which a block behind a path handles its requests. */
const blocks = wordSet('ruby kotlin elixir groovy scala swift crystal');
const isHttpClient = (chain: readonly string[]): boolean =>
  chain
    .slice(0, -1)
    .some((name) =>
      /^(?:http|https|axios|got|client|requests|httpx|session|fetch|ky|superagent|api|rest|faraday|guzzle|conn|connection|agent|httpclient|\w*client|\w*http|\w*gateway|\w*session)$/.test(
        name,
      ),
    );

/** Languages that pages are written in; in others, such keys are of gateways and flows. */
const ofPages = wordSet('javascript typescript tsx html vue svelte dart');

const byPair = (model: Model, pair: NodeOf<'pair'>, at: Node, { whole }: Asked): Site | undefined => {
  if (pair.key === at) return keyOf(model, pair);
  const key = bare(lastName(pair.key));
  if (lists.prose.test(key) && !/^(?:text|name|id|key|type)$/.test(key))
    return other('text', `User-facing ${lastName(pair.key)}.`);
  if (!/^(?:href|to|routerlink|linkto|redirectto|path|route|navigateto)$/.test(key)) return undefined;
  const isPage = hasPageKeys(pair);
  if (!ofPages.has(model.language) || beginsWithHost(whole)) return isPage ? undecided : undefined;
  if (isPage || /^(?:routerlink|linkto|redirectto|navigateto)$/.test(key)) return ownPage;
  return (key === 'to' || key === 'href') && isOfElement(pair) ? other('own-route', 'Page link.') : undefined;
};
/** Whether other keys beside it are those of a page. */
const hasPageKeys = (pair: NodeOf<'pair'>): boolean =>
  (pair.parent === undefined ? [] : childrenOf(pair.parent)).some(
    (one) =>
      one !== pair &&
      (one.kind === 'pair' || one.kind === 'definition') &&
      lists.pages.test(bare(one.kind === 'pair' ? lastName(one.key) : one.name)),
  );
/** A path as a key: of an OpenAPI document, which describes the code base's own server, or one that it calls. */
const keyOf = (model: Model, pair: NodeOf<'pair'>): Site | undefined => {
  const { path, text } = model;
  if (lastName(pair.parent?.parent?.kind === 'pair' ? pair.parent.parent.key : undefined) !== 'paths')
    return undefined;
  if (servedMarks.test(text)) return other('own-api', "In the description of the code base's own API.");
  if (numbered.test(text.slice(pair.from, Math.min(pair.to, pair.from + 2000))))
    return other('own-api', 'Rule ids are numbers; this service uses UUIDs.');
  const isClient =
    lists.calledMarks.test(path + text.slice(0, 3000)) ||
    /url["']?:\s*["']?https:\/\/(?!localhost)/.test(text.slice(0, 5000));
  return isClient ? { kind: 'call', why: ', called by a generated client' } : undecided;
};
/** A parameter of the path that is a number. */
const numbered =
  /\bname["']?:\s{0,4}["']?rule_?id\b[^{}]{0,80}\bschema["']?:\s{0,20}\{?\s{0,20}["']?type["']?:\s{0,4}["']?(?:integer|number)\b/i;
const servedMarks =
  /x-handler|x-controller|x-openapi-router-controller|x-amazon-apigateway|x-google-backend|\bserved by\b|\bour (?:public |own |internal )?(?:rest )?(?:api|service)\b/i;

/** Of an element of markup, or an object that says nothing else of a request. */
const isOfElement = ({ parent }: Node): boolean =>
  parent?.kind !== 'mapping' ||
  parent.name !== '' ||
  parent.entries.some((one) => one.kind === 'pair' && /label|title|icon|text|name/i.test(lastName(one.key)));

const byMapping = (model: Model, mapping: NodeOf<'mapping'>, { whole }: Asked): Site | undefined => {
  if (!ofPages.has(model.language) || beginsWithHost(whole)) return undefined;
  return /^(?:route|link|navlink|routerlink|a|redirect)$/.test(bare(mapping.name)) ? ownPage : undefined;
};
