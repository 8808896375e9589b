import type { IPv4 } from 'ipaddr.js';
import { agreed, firstMatch } from './first-match.ts';
import { type Directive, nginxDirectives } from './nginx-text.ts';
import { isVersion6, matchRanges, parseRange } from './ranges.ts';
import type { Decision, Match, Reading, Remark } from './reading.ts';

/**
 * nginx `allow` and `deny`: the first that matches decides, and none lets in. A block with lines of its own does not
 * take over those of the block around it. Source: ngx_http_access_module.
 */

interface Line {
  readonly line: number;
  readonly text: string;
  readonly result: Decision['result'];
  match(address: IPv4): Match;
  readonly doubt?: string;
}

/** A place of the configuration in which a request may end. */
interface Scope {
  readonly name: string;
  readonly line: number | undefined;
  /** Conditions and answers of the rewrite phase, which comes first and holds for the blocks within too. */
  readonly rewrites: readonly Line[];
  readonly lines: readonly Line[];
  /** Another condition lets in what these lines keep out. */
  readonly satisfyAny: boolean;
  readonly matters: boolean;
}

/** Files that come with nginx and say nothing about access. */
const harmless =
  /(^|\/)(mime\.types|fastcgi(_params|\.conf)|uwsgi_params|scgi_params|proxy_params|modules-enabled\/.*)$/;
/** Checks by programs or by other servers, which may turn requests away. */
const programmed =
  /^((access|rewrite|server_rewrite)_by_lua|auth_request$|js_access$|ssl_verify_client$|modsecurity|naxsi|(?!.*lua|deny$)\w*(deny|denied|block|ban|whitelist|blacklist))/i;
/** Blocks whose lines are data, not directives. */
const data = new Set(['map', 'geo', 'types', 'split_clients', 'events', 'upstream', 'charset_map']);

export const readNginx = (text: string, port: number): Reading => {
  const remarks: Remark[] = [];
  const scopes: Scope[] = [];
  collect(
    nginxDirectives(text),
    { name: 'the text', line: undefined, rewrites: [], lines: [], satisfyAny: false, matters: true },
    {
      scopes,
      remarks,
      port,
      dualStack: text.includes('ipv6only=off'),
    },
  );
  const leaves = scopes.filter(({ matters, line, rewrites, lines }) =>
    line === undefined ? rewrites.length + lines.length > 0 : matters,
  );
  return {
    remarks,
    answer: (address) => answer(leaves, address),
    advise: (addresses) => {
      const before = leaves.flatMap(({ lines }) => lines)[0];
      const where = before === undefined ? 'Add' : `Add before line ${before.line}`;
      return addresses.map((address) => `${where}: allow ${address};`);
    },
  };
};

const answer = (scopes: readonly Scope[], address: IPv4): Decision => {
  if (scopes.length === 0) {
    return { result: 'unknown', because: 'No server in the text listens on this port.' };
  }
  const places = scopes.map((scope) => {
    const decision = inScope(scope, address);
    const where = scopes.length === 1 ? scope.name : 'the same in all blocks';
    return {
      name: scope.name,
      decision: { ...decision, because: decision.because.replace(/\.$/, () => ` (${where}).`) },
    };
  });
  return agreed(
    places,
    (result) => result !== 'allowed',
    (each) => `It depends on the path and server that the endpoint's URL names: ${each}.`,
  );
};

const inScope = ({ rewrites, lines, satisfyAny }: Scope, address: IPv4): Decision => {
  const rules = [...rewrites, ...lines].map((one) => ({ ...one, match: one.match(address) }));
  const decision = firstMatch(rules, {
    result: 'allowed',
    because: 'No allow or deny matches, and nginx allows by default.',
  });
  if (decision.result !== 'denied' || !satisfyAny) return decision;
  return {
    ...decision,
    result: 'unknown',
    because: 'Denied here, but "satisfy any" allows requests that pass another check.',
  };
};

interface Collecting {
  readonly scopes: Scope[];
  readonly remarks: Remark[];
  readonly port: number;
  /** Some `listen` takes IPv4 on an IPv6 socket: it says so once for all servers that share it. */
  readonly dualStack: boolean;
}

const collect = (directives: readonly Directive[], inherited: Scope, into: Collecting): void => {
  const own = directives.flatMap((directive) => accessLine(directive, into.remarks));
  const included = directives.flatMap((directive) => includeLine(directive, into.remarks));
  const satisfy = directives.find(({ name }) => name === 'satisfy');
  const scope: Scope = {
    ...inherited,
    rewrites: [
      ...inherited.rewrites,
      ...directives.flatMap((directive) => rewriteLine(directive, into.remarks)),
    ],
    // What an `include` brings may stand before all, and may put the lines around this block out of force.
    lines: [...included, ...(own.length > 0 ? own : inherited.lines)],
    satisfyAny: satisfy === undefined ? inherited.satisfyAny : satisfy.args[0] === 'any',
  };
  const blocks = directives.filter(({ block, name }) => block !== undefined && !data.has(name));
  const inner = blocks.filter(isScope);
  for (const directive of inner) collect(directive.block ?? [], entered(directive, scope, into), into);
  for (const directive of blocks) {
    if (directive.name === 'if' || directive.name === 'limit_except' || isScope(directive)) continue;
    into.remarks.push({ line: directive.line, text: `The block "${directive.name}" was ignored.` });
  }
  if (!inner.some(takesAll)) into.scopes.push(scope);
};

/** Messages come by POST: what holds for other methods alone does not matter. */
const isScope = ({ name, args }: Directive): boolean =>
  ['http', 'stream', 'server', 'location'].includes(name) ||
  (name === 'limit_except' && !args.some((method) => method.toUpperCase() === 'POST'));

/** No request ends in the block around one of these. */
const takesAll = ({ name, args }: Directive): boolean =>
  name !== 'location' || args.join(' ') === '/' || args.join(' ') === '^~ /';

const entered = ({ name, args, line, block = [] }: Directive, around: Scope, into: Collecting): Scope => {
  const shown = [name, ...args].join(' ').slice(0, 80);
  const scope = { ...around, name: `${shown}, line ${line}`, line };
  if (name !== 'server') {
    const inner = args[0]?.startsWith('@') || block.some((one) => one.name === 'internal');
    return { ...scope, matters: around.matters && !inner };
  }
  const ports = block
    .filter((one) => one.name === 'listen')
    .map((one) => listens(one.args[0] ?? '', into.port) && (into.dualStack || !isOfVersion6(one.args)));
  const matters = ports.length === 0 || ports.includes(true);
  if (!matters) {
    into.remarks.push({
      line,
      text: `This server does not listen for IPv4 on port ${into.port} and was ignored.`,
    });
  }
  return { ...scope, matters };
};

/** Whether `listen` with this word takes the port. Without a number it is 80; what can't be told may be any. */
const listens = (text: string, port: number): boolean => {
  const [, from, to = from] = /^(?:.*:)?(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  if (from !== undefined) return Number(from) <= port && port <= Number(to);
  const address = /^(\*|localhost|\[[\da-f:.]+\]|\d+(\.\d+){3})$/i.test(text);
  return address ? port === 80 : true;
};

/** Since nginx 1.3.4 an IPv6 socket takes IPv6 alone, unless told otherwise. */
const isOfVersion6 = ([address = '']: readonly string[]): boolean => address.startsWith('[');

const accessLine = ({ name, args, line, block }: Directive, remarks: Remark[]): Line[] => {
  const [range = '', ...more] = args;
  const isAccess = (name === 'allow' || name === 'deny') && block === undefined;
  if (!isAccess || range === 'unix:') return [];
  const text = `${[name, ...args].join(' ')};`.slice(0, 200);
  const place = { line, text, result: name === 'allow' ? 'allowed' : 'denied' } as const;
  if (range === 'all' && more.length === 0) return [{ ...place, match: () => 'yes' }];
  if (more.length > 0 || !isRange(range)) {
    remarks.push({ line, text: `"${text}" is not a readable address or range.` });
    return [{ ...place, match: () => 'maybe', doubt: "This line can't be read" }];
  }
  if (isVersion6(range) && /^::ffff:/i.test(range)) {
    remarks.push({
      line,
      text: `"${text}" is IPv6; nginx never compares it with an IPv4 sender.`,
    });
  }
  return [{ ...place, match: (address) => matchRanges([range], address) }];
};

/** nginx takes an address with or without a prefix length, and neither spans nor masks. */
const isRange = (text: string): boolean =>
  /^[\d.]+(\/\d+)?$|:/.test(text) && !text.includes('-') && parseRange(text) !== undefined;

const rewriteLine = ({ name, args, line, block }: Directive, remarks: Remark[]): Line[] => {
  const text = `${[name, ...args].join(' ')}`.slice(0, 200);
  const place = { line, text };
  if (name === 'break') {
    return [{ ...place, result: 'unknown', match: () => 'maybe', doubt: 'It ends this block' }];
  }
  if (name === 'return') return [{ ...place, text: `${text};`, ...returned(args) }];
  if (name === 'if' && block?.some((one) => !setsOnly.test(one.name))) {
    remarks.push({ line, text: 'This condition may deny requests; what it depends on is not in the text.' });
    const refuses = block.every((one) => setsOnly.test(one.name) || refusal(one));
    return [
      {
        ...place,
        text: `${text} { … }`,
        result: refuses ? 'denied' : 'unknown',
        match: () => 'maybe',
        doubt: 'It depends on this condition',
      },
    ];
  }
  if (programmed.test(name) && args[0] !== 'off') {
    remarks.push({ line, text: `The result of "${name}" is not in the text.` });
    return [{ ...place, result: 'denied', match: () => 'maybe', doubt: 'It depends on this check' }];
  }
  return [];
};

/** Within `if`, these change nothing about who gets in; what they set may be asked for by a later `if`. */
const setsOnly = /^(set|add_header|expires|access_log|error_log|log_not_found|gzip|limit_rate|charset)$/;
const refusal = ({ name, args }: Directive): boolean => name === 'return' && /^[45]\d\d$/.test(args[0] ?? '');

/** nginx itself responds then, before it reads allow and deny. */
const returned = (args: readonly string[]): Pick<Line, 'result' | 'match'> => {
  const [status = ''] = args;
  const result = /^[45]\d\d$/.test(status) ? 'denied' : /^2\d\d$/.test(status) ? 'allowed' : 'unknown';
  return { result, match: () => 'yes' };
};

const includeLine = ({ name, args, line }: Directive, remarks: Remark[]): Line[] => {
  const [file = ''] = args;
  if (name !== 'include' || harmless.test(file)) return [];
  remarks.push({ line, text: `The content of "${file}" is not in the text.` });
  const doubt = 'It depends on the content of this file';
  return [{ line, text: `include ${file};`.slice(0, 200), result: 'unknown', match: () => 'maybe', doubt }];
};
