import { type Call, isLink, isOp, type Source } from './source.ts';

/** Words that tell a path that is called from one that is served, shown or spoken of. Data for `isNotCalled`. */
const declarativeClients =
  /^(?:refit|restease|retrofit2?|feign\w*|\w*openfeign|registerrestclient|httpexchange|getexchange|uplink|webapiclientcore|chopper|httpclientannotation)$/;
const servers =
  /^(?:app|router|server|fastify|routes?|r|e|g|mux|group|bp|blueprint|api_?router|engine|srv|instance|rules|web|webapp|application|endpoints|builder|\w*router|\w*_bp|\w*_?routes|\w*blueprint|\w*Group)$/i;
const routeNames =
  /^(?:get|head|all|use|any|route|handle|handlefunc|map|mapget|mapmethods|mapgroup|methods|match|options)$/i;
const alwaysRoutes =
  /^(?:handlefunc|mapget|mapgroup|mapcontrollerroute|add_url_rule|add_route|add_api_route|addroute|add_get|re_path|resources?|registerroute|usepathbase|antmatchers|requestmatchers|mvcmatchers|pathmatchers|securitymatcher|intercept|route|namespace)$/i;
const routeAttributes =
  /^(?:getmapping|requestmapping|postmapping|path|route|httpget|httppost|get|rest\\?get|controller|head|any|api|uriTemplate|roles?allowed|apioperation|operation|swaggeroperation|webservlet|urlpatterns|view|endpoint)$/i;
const pages =
  /^(?:navigate\w*|redirect\w*|goto|visit|link|linkto|link_to|href|pushstate|replacestate|usematch|matchpath|revalidate\w*|prefetch|url_for|createhref|urlfor|render\w*|view|template|import|require\w*|include\w*|partial|i18n|translate|trans|readfile\w*|writefile\w*|createreadstream|dirname|basename|existssync|toHaveURL|waitForURL)$/i;
const speaks =
  /^(?:log|info|warn|warning|error|debug|print|println|printf|fprintf|puts|echo|fatal|fatalf|trace|verbose|\w*error|\w*exception|logf|errorf|panic|loginformation|logwarning|logerror|logdebug|writeline|describe|context|it|test|startswith|endswith|includes|contains|matches|match|equals|indexof|has_?prefix|hassuffix|start_with|starts_with|ends_with|str_contains|str_starts_with|deprecated|summary|title|t|tc|gettext|__|assert\w*)$/i;
const pageKeys =
  /^(?:href|to|link|routerlink|redirect|redirectto|navigateto|redirecturl|location|runbook|runbook_url|pathname|pagepath|menu|docs|documentation)$/i;
const routeSiblings = new Set([
  'handler',
  'component',
  'element',
  'loadComponent',
  'Component',
  'exact',
  'breadcrumb',
  'meta',
  'loadChildren',
  'lazy',
  'controller',
  'preHandler',
  'canActivate',
  'redirectTo',
  'templateUrl',
  'view',
  'children',
  'icon',
]);
const writes =
  /^(?:post|put|patch|delete|del|remove|postasync|putasync|patchasync|deleteasync|post\w+async|put\w+async|httppost|httpput|httpdelete|method_?(?:post|put|delete|patch))$/i;
const written =
  /^(?:POST|PUT|PATCH|DELETE|post|put|patch|delete|Post|Put|Patch|Delete|MethodPost|MethodPut|MethodDelete|MethodPatch)$/;

const proxyWords = /^(?:ingress|handler|events|functions|httproute|gateway|virtualservice|predicates|paths)$/;
const stubWords = /httptest|mock|stub|nock|^msw|wiremock|^http_?server|respx|aioresponses|fakeserver|vcr/;
const micronautWord = /^micronaut$/;
const clientWord = /^client$/;

/** Why a path that was seen is none that the code calls; undefined if it may be one. */
export const whyNotCalled = (
  source: Source,
  start: number,
  end: number,
  call: Call | undefined,
  key: string | undefined,
): string | undefined => {
  const { tokens, language } = source;
  const before = tokens[start - 1];
  if (isKey(source, end)) return 'key';
  if (
    before?.kind === 'id' &&
    /^(?:from|import|require|require_relative|include|use|package|puts|print|echo|raise|case)$/i.test(
      before.text,
    )
  )
    return 'import';
  if (stubs(source)) return undefined;
  if (isOp(before, '==', '===', '!=', '!==') || isOp(tokens[end], '==', '===', '!=', '!=='))
    return 'comparison';
  if (key !== undefined && pageKeys.test(key)) return 'page';
  if (key !== undefined && hasRouteSibling(source, start)) return 'route';
  if (
    source.syntax.form === 'lines' &&
    key !== undefined &&
    /^(?:path|route|match|prefix|uri|http)$/i.test(key) &&
    source.evidence.wordsInFile(proxyWords)
  )
    return 'route';
  if (isMarkupLink(source, start)) return 'page';
  if (isBareRoute(source, start, end)) return 'route';
  if (call === undefined) return undefined;
  if (call.attribute)
    return routeAttributes.test(call.name) && !isDeclarativeClient(source, call)
      ? 'route'
      : call.name.toLowerCase() === 'requestline'
        ? undefined
        : routeNames.test(call.name) && !isDeclarativeClient(source, call)
          ? 'route'
          : undefined;
  const last = (call.receiver.at(-1) ?? '').replace(/^[$@]/, '');
  if (speaks.test(call.name) || (/^(?:log(?:ger)?|console)$/i.test(last) && call.name !== 'get'))
    return 'text';
  if (
    pages.test(call.name) ||
    (/^(?:push|replace|go|assign|open|back)$/.test(call.name) &&
      /router|history|nav|location|window/i.test(last)) ||
    (/^(?:path|url)$/.test(call.name) &&
      language === 'Python' &&
      call.argument === 0 &&
      call.argumentCount > 1 &&
      last === '')
  )
    return 'page';
  if (
    /^path$/.test(last) &&
    !/posix/.test(call.receiver.join('.')) &&
    /join|resolve/.test(call.name) &&
    !seemsUrl(source, call)
  )
    return 'file';
  if (
    /^(?:file|files|paths|filepath|os|pathlib)$/i.test(call.receiver[0] ?? '') &&
    /join|get|combine|of/i.test(call.name) &&
    !seemsUrl(source, call)
  )
    return 'file';
  if (isRouteCall(source, call)) return 'route';
  if (writes.test(call.name) || (writesInside(source, call) && !routeNames.test(call.name))) return 'write';
  return undefined;
};

/** A test that stands in for the service: what it serves is what the code calls. */
const stubs = (source: Source): boolean => source.weak && source.evidence.wordsInFile(stubWords);

const isKey = (source: Source, end: number): boolean => {
  const { tokens, language } = source;
  const next = tokens[end];
  return (
    isOp(next, '=>') ||
    (isOp(next, ':') &&
      tokens[end - 1]?.kind === 'str' &&
      (language === 'JSON' || !isOp(tokens[end - 2], '?')) &&
      !inTernary(source, end))
  );
};
const inTernary = ({ tokens }: Source, at: number): boolean => {
  for (let back = at - 1; back > at - 12 && back >= 0; back--) {
    if (isOp(tokens[back], '?')) return true;
    if (isOp(tokens[back], '{', ';', ',')) return false;
  }
  return false;
};

/** Keys beside it, in the same braces, that only routes have. */
const hasRouteSibling = ({ tokens, brackets }: Source, at: number): boolean => {
  const open = brackets.around[at] as number;
  if (!isOp(tokens[open], '{')) return false;
  const close = brackets.other[open] as number;
  const end = close < 0 ? Math.min(tokens.length, open + 200) : Math.min(close, open + 400);
  for (let index = open + 1; index < end; index++) {
    const token = tokens[index];
    if (
      token?.kind === 'id' &&
      routeSiblings.has(token.text) &&
      brackets.around[index] === open &&
      isOp(tokens[index + 1], ':', '(', ',')
    )
      return true;
  }
  return false;
};

/** `<Link to="…">`, `<a href=…>`, `<Route path=…>`. */
const isMarkupLink = ({ tokens }: Source, start: number): boolean => {
  let at = start - 1;
  if (isOp(tokens[at], '{')) at--;
  if (!isOp(tokens[at], '=')) return false;
  const name = tokens[at - 1]?.text ?? '';
  if (!/^(?:to|href|routerLink|path|from|as|action)$/.test(name)) return false;
  for (let back = at - 2; back > at - 40 && back >= 0; back--) {
    if (isOp(tokens[back], '<') && tokens[back + 1]?.kind === 'id') return true;
    if (isOp(tokens[back], ';')) return false;
  }
  return name === 'href' || isLink(tokens[at - 2]);
};

/** `get '/path' do` and `get '/path', to: …` of Ruby. */
const isBareRoute = ({ tokens, language }: Source, start: number, end: number): boolean => {
  const name = tokens[start - 1];
  if (language !== 'Ruby' || name?.kind !== 'id' || isLink(tokens[start - 2])) return false;
  if (
    !/^(?:get|post|match|route|resources|namespace|scope|mount|redirect|redirect_to|render)$/.test(name.text)
  )
    return false;
  return (
    tokens[end]?.text === 'do' ||
    isOp(tokens[end], ',', '=>', '{') ||
    tokens[end] === undefined ||
    tokens[end]?.line !== tokens[start]?.line
  );
};

const isDeclarativeClient = (source: Source, call: Call): boolean => {
  if (call.name.toLowerCase() === 'requestline' || /exchange$/i.test(call.name)) return true;
  if (source.evidence.wordsInFile(declarativeClients)) return true;
  return source.evidence.wordsInFile(micronautWord) && source.evidence.wordsInFile(clientWord);
};

const isRouteCall = (source: Source, call: Call): boolean => {
  const { tokens } = source;
  const last = (call.receiver.at(-1) ?? '').replace(/^[$@]/, '');
  if (alwaysRoutes.test(call.name) && !/client/i.test(last) && last !== 'this') return true;
  if (!routeNames.test(call.name) || call.argument !== 0) return false;
  if (last === 'Route') return true;
  const block = isOp(tokens[call.close + 1], '{') || tokens[call.close + 1]?.text === 'do';
  if (call.receiver.length === 0) return block && source.language !== 'PHP' && source.language !== 'Java';
  if (!servers.test(last))
    return (
      givesHandler(source, call) && !/^(?:https?|client|axios|got|request|session|superagent)$/i.test(last)
    );
  if (call.argumentCount < 2) return block || source.language === 'Ruby';
  const second = secondArgument(source, call);
  if (isOp(tokens[second], '{')) return /(?:server|fastify|app|router)/i.test(last);
  return true;
};

const secondArgument = ({ tokens, brackets }: Source, call: Call): number => {
  for (let at = call.open + 1; at < call.close && at < call.open + 60; at++) {
    const other = brackets.other[at] as number;
    if (other > at) at = other;
    else if (isOp(tokens[at], ',')) return at + 1;
  }
  return -1;
};

/** The last argument is a function of a request and an answer. */
const givesHandler = (source: Source, call: Call): boolean => {
  const { tokens, brackets } = source;
  let at = secondArgument(source, call);
  if (at < 0) return false;
  if (tokens[at]?.text === 'async') at++;
  if (tokens[at]?.text === 'function') at += tokens[at + 1]?.kind === 'id' ? 2 : 1;
  if (tokens[at]?.text === 'func') return true;
  if (!isOp(tokens[at], '(')) return false;
  const close = brackets.other[at] as number;
  const names = tokens.slice(at + 1, Math.min(close, at + 12)).map(({ text }) => text);
  return names.some((name) => /^_?(?:req|request|ctx|context|c|h|reply)$/.test(name)) && names.length > 0;
};

const writesInside = ({ tokens, brackets }: Source, call: Call): boolean => {
  for (let at = call.open + 1; at < call.close && at < call.open + 80; at++) {
    const token = tokens[at];
    if (token !== undefined && token.kind !== 'op' && written.test(token.text)) {
      const depth = brackets.around[at];
      const named = isOp(tokens[at - 1], ':', '=', '=>') && /^method$/i.test(tokens[at - 2]?.text ?? '');
      if (depth === call.open || named) return true;
    }
  }
  return false;
};

const seemsUrl = ({ tokens }: Source, call: Call): boolean => {
  for (let at = call.start - 6; at < call.close && at < call.open + 60; at++) {
    const token = tokens[at];
    if (
      token !== undefined &&
      /url|uri|https?|host|endpoint|base|api|ledger|service/i.test(token.text) &&
      token.kind === 'id'
    )
      return true;
  }
  return false;
};
