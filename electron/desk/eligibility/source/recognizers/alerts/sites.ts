import type { ExplanationReason } from '#contract/eligibility.ts';
import { isTestPath } from '#desk/eligibility/source/recognizers/test-code.ts';
import {
  chainOf,
  childrenOf,
  lastName,
  type Model,
  type Node,
  scopeAround,
} from '#desk/eligibility/source/syntax/model.ts';
import { bare } from '#desk/eligibility/source/values/names.ts';

/** What the code around a path says of it. */
export interface Site {
  readonly kind: 'call' | 'other';
  readonly reason?: ExplanationReason;
  readonly why: string;
}
const other = (reason: ExplanationReason, why: string): Site => ({ kind: 'other', reason, why });

const routeMethods =
  /^(?:get|any|all|route|match|head|options|post|put|patch|delete|use|path|repath|url|handle|handlefunc|map|mapget|mapmethods|mapgroup|group|addurlrule|addroute|addget|resource|resources|scope|namespace|prefix|nest|withroute|pathprefix|location|routerlink|register|controller|on|web|service|configure|stub|stubrequest|intercept|mock|onget)$/;
const routers =
  /^(?:app|application|router|routers|server|srv|route|routes|bp|blueprint|mux|r|e|g|rg|api|group|fastify|express|web|endpoints|builder|routebuilder|kernel|hono|koa|fiber|echo|gin|chi|rules|rulesrouter|alertsrouter|\w*router|\w*routes|\w*blueprint|\w*controller|\w*mux|\w*app|\w*server|self)$/;
const routeAnnotations =
  /^(?:\w*\.)?(?:get|route|api_?route|getmapping|requestmapping|httpget|path|controller|restcontroller|page|view_config|action|uri|expose|api_view|openapi|response|requestpart)$/i;
const clientMarks =
  /(?:feign|retrofit|refit|httpexchange|getexchange|registerrestclient|declarative|requestline|uplink|chopper|restease|clientinterface|httpclient|restclient|consumes\(|ktorfit|forest|webclient|rest_client|microprofile\.rest\.client|http\.client\.annotation)/i;
const pages =
  /^(?:component|element|loadcomponent|loadchildren|children|builder|pagebuilder|view|render|screen|page|redirect|redirectto|lazy|meta|breadcrumb|exact|layout|icon|label|title|permission|guard|canactivate|outlet|handler|controller)$/;
const navigation =
  /^(?:navigate|navigatebyurl|navigateto|push|replace|redirect|redirectto|go|gonamed|pushnamed|link|linkto|navlink|routerlink|href|visit|actionlink|urlfor|revalidatepath|usepathname|ismatch|redir|startswith|prefetch|goto|pushstate|replacestate|redirecttoaction|matchpath|usematch|createhref|location|navigateandreplace)$/;
const files =
  /^(?:open|read|readfile|readfilesync|writefile|writefilesync|parquet|csv|json|write|save|load|loadfile|glob|globsync|file|files|fopen|filegetcontents|listdir|ls|cat|mkdir|rm|cp|mv|import|require|requirerelative|render|template|view|include|partial|renderfile|copy|appending|savetextfile|textfile|exists|stat|unlink|checkrules|promtool|changes|watch|directory|cwd|chdir|path)$/;
const fileReceivers =
  /^(?:fs|os|io|path|file|files|directory|spark|reader|writer|df|pathlib|shutil|filepath|dir|filemanager|filesystem|disk|storage|s3|bucket|hdfs|documentsdirectory|urldocumentsdirectory|read|write)$/;
const prose =
  /^(?:runbook|runbookurl|docs?|documentation|help|helpurl|description|summary|title|label|message|msg|text|tooltip|hint|note|comment|name|displayname|placeholder|subject|caption|alt|heading|info|debug|warn|error|print|println|writeline|echo|puts|logger|translate|t|gettext|trans|i18n|panic|fatal|fail|tag|tags|operationid|id|key|type|class|classname|selector|queryselector|metric|topic|event|channel|queue|alerttext)$/;

/** What a path is used for, by what stands around it. */
export const siteOf = (model: Model, node: Node): Site => {
  let at: Node = node;
  for (let step = 0; step < 14 && at.parent !== undefined; step++) {
    const { parent } = at;
    const seen = byParent(model, parent, at, node);
    if (seen !== undefined) return seen;
    if (parent.kind === 'scope') break;
    at = parent;
  }
  return { kind: 'call', why: '' };
};

const byParent = (model: Model, parent: Node, at: Node, node: Node): Site | undefined => {
  if (parent.kind === 'annotation') return byAnnotation(model, parent);
  if (parent.kind === 'call') return byCall(model, parent, at, node);
  if (parent.kind === 'pair') return byPair(model, parent, at);
  if (parent.kind === 'import') return other('not-a-path', 'It names a module.');
  if (parent.kind === 'operation' && /^(?:==|===|!=|!==|=~|eq|~=)$/.test(parent.operator))
    return isTestPath(model.path)
      ? { kind: 'call', why: 'A test expects it. ' }
      : other('own-route', 'A path is compared with it.');
  if (parent.kind === 'definition' && /^(?:title|label|message|description|text)$/.test(bare(parent.name)))
    return other('text', 'It is a text for people.');
  if (parent.kind === 'mapping') return byMapping(parent);
  return undefined;
};

const byAnnotation = (model: Model, annotation: Node & { kind: 'annotation' }): Site | undefined => {
  if (/uplink|retrofit|refit|feign/i.test(annotation.name) || isDeclaredClient(model, annotation))
    return { kind: 'call', why: '' };
  const name = annotation.name;
  if (routeAnnotations.test(name) || /\.(?:get|route|any|all|head|post)$/i.test(name))
    return other('own-route', `A route of the code base's own server begins here (${name}).`);
  return undefined;
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
    clientMarks.test(marks) ||
    /\bClient\b|Client$/.test([...(type?.annotations ?? []).map(({ name }) => name)].join(' '))
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

const byCall = (model: Model, call: Node & { kind: 'call' }, at: Node, node: Node): Site | undefined => {
  if (call.callee === at) return undefined;
  const method = bare(lastName(call.callee));
  const chain = chainOf(call.callee).map(bare);
  const receiver = chain.at(-2) ?? '';
  const index = call.arguments.indexOf(at);
  if (
    /^(?:post|put|patch|delete|postasync|putasync|deleteasync|patchasync|postforobject|postforentity)$/.test(
      method,
    ) &&
    index === 0
  )
    return other('not-a-path', `The endpoints are only read; this is a ${method.toUpperCase()}.`);
  if (navigation.test(method))
    return other('own-route', `It is a page of the code base's own front end (${lastName(call.callee)}).`);
  // Kotlin's block stands behind the call, Scala's second list too.
  const outer = call.parent?.kind === 'call' && call.parent.callee === call ? call.parent.arguments : [];
  const rest = [...call.arguments.slice(index + 1), ...outer];
  if (
    method === 'join' &&
    /__dirname|__file__|dirname|getcwd|process\.cwd|BASE_DIR|import\.meta|os\.path|filepath/.test(
      model.text.slice(call.from, call.to),
    )
  )
    return other('not-a-path', "It is a file's path.");
  if (/^(?:url|path|uri)$/.test(method) && model.language !== 'python') return undefined;
  const routes =
    routeMethods.test(method) &&
    (receiver === '' || routers.test(receiver) || /^(?:route|routes|router)$/.test(chain[0] ?? ''));
  const handled = rest.some(
    (one) =>
      (one.kind === 'scope' &&
        (one.parameters.length > 0 || receiver !== '' || blocks.has(model.language))) ||
      (one.kind === 'pair' && isHandler(one)) ||
      ((receiver !== '' || method !== 'get') && isHandler(one)),
  );
  if (routes && index <= 1 && handled && !isHttpClient(chain))
    return other(
      'own-route',
      `A route of the code base's own server begins here (${chain.slice(-2).join('.')}).`,
    );
  if (/^(?:route|routerlink|link|navlink|redirect)$/.test(method))
    return other('own-route', "It is a page of the code base's own front end.");
  if (
    files.test(method) &&
    (fileReceivers.test(receiver) ||
      chain.slice(0, -1).some((one) => fileReceivers.test(one)) ||
      /^(?:open|readfile|readfilesync|writefile|writefilesync|parquet|fopen|listdir|glob|mkdir|import|require|requirerelative|render|partial)$/.test(
        method,
      )) &&
    !/^https?:/.test(node.kind === 'text' ? node.value : '')
  )
    return other('not-a-path', `It is a file's path (${chain.slice(-2).join('.')}).`);
  if (
    /^(?:log|print|println|info|debug|warn|error|puts|echo|writeline|printf|fatal|panic|console|logger|raise|throw|exception)$/.test(
      method,
    ) ||
    /^(?:log|logger|console|logging|_logger|logs)$/.test(receiver)
  )
    return other('text', 'It is part of a message.');
  if (/^(?:translate|t|gettext|trans|i18n|__|describe|it|test|context|specify)$/.test(method))
    return other('text', 'It is a text for people.');
  return undefined;
};
/** Languages in which a block behind a path handles its requests. */
const blocks = new Set(['ruby', 'kotlin', 'elixir', 'groovy', 'scala', 'swift', 'crystal']);
const isHttpClient = (chain: readonly string[]): boolean =>
  chain
    .slice(0, -1)
    .some((name) =>
      /^(?:http|https|axios|got|client|requests|httpx|session|fetch|ky|superagent|api|rest|faraday|guzzle|conn|connection|agent|httpclient|\w*client|\w*http|\w*gateway|\w*session)$/.test(
        name,
      ),
    );

const byPair = (model: Model, pair: Node & { kind: 'pair' }, at: Node): Site | undefined => {
  if (pair.key === at) return keyOf(model, pair);
  const key = bare(lastName(pair.key));
  if (prose.test(key) && !/^(?:text|name|id|key|type)$/.test(key))
    return other('text', `It is the ${lastName(pair.key)}, for people.`);
  if (/^(?:href|to|routerlink|linkto|redirectto|path|route|navigateto)$/.test(key)) {
    const holder = pair.parent;
    const siblings = holder === undefined ? [] : childrenOf(holder);
    const isPage = siblings.some(
      (one) =>
        one !== pair &&
        (one.kind === 'pair' || one.kind === 'definition') &&
        pages.test(bare(one.kind === 'pair' ? lastName(one.key) : one.name)),
    );
    if (isPage || /^(?:routerlink|linkto|redirectto|navigateto)$/.test(key))
      return other('own-route', "It is a page of the code base's own front end.");
    if (key === 'to' || key === 'href') return other('own-route', 'It is a link of a page.');
  }
  return undefined;
};
/** A path as a key: of an OpenAPI document, which describes the code base's own server, or one that it calls. */
const keyOf = (model: Model, pair: Node & { kind: 'pair' }): Site | undefined => {
  const { path, text } = model;
  if (lastName(pair.parent?.parent?.kind === 'pair' ? pair.parent.parent.key : undefined) !== 'paths')
    return undefined;
  if (servedMarks.test(text))
    return other('own-api', "It stands in the description of the code base's own API.");
  const isClient =
    calledMarks.test(path + text.slice(0, 3000)) ||
    /url["']?:\s*["']?https:\/\/(?!localhost)/.test(text.slice(0, 5000));
  if (!isClient) return { kind: 'other', why: '' };
  return {
    kind: 'call',
    why: isClient ? 'A client is generated from it. ' : 'It stands in the description of an API. ',
  };
};
const servedMarks =
  /x-handler|x-controller|x-openapi-router-controller|x-amazon-apigateway|x-google-backend|\bserved by\b|\bour (?:public |own |internal )?(?:rest )?(?:api|service)\b/i;
const calledMarks = /client|openapi-generator|orval|kiota|nswag|we call|consum|upstream|vendor|sdk|external/i;

const byMapping = (mapping: Node & { kind: 'mapping' }): Site | undefined => {
  const name = bare(mapping.name);
  if (/^(?:route|link|navlink|routerlink|a|redirect)$/.test(name))
    return other('own-route', "It is a page of the code base's own front end.");
  return undefined;
};
