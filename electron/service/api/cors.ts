import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CorsSettings } from '#contract/access.ts';
import { invalid, type ValidationItem } from '#contract/errors.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { type Fact, readFact, writeFact } from '#service/store/facts.ts';

/**
 * Pages that may call this API from a browser: none, unless the integrator names their origins. No credentials of a
 * browser come along, only those that a page sends itself. Source: `docs/reference/rules/access.md#cors`.
 */
export interface Cors {
  load(): Promise<void>;
  settings(): CorsSettings;
  /** @throws CatalogueError `request.invalid`; nothing is changed then */
  set(settings: CorsSettings): Promise<CorsSettings>;
  /** Whether a request says that it comes from one of those pages. */
  admits(request: FastifyRequest): boolean;
  /** Headers by which a browser shows an answer to the page that asked. */
  addHeaders(request: FastifyRequest, reply: FastifyReply): void;
  /** What it asks beforehand: which methods and headers it may send. */
  addPreflight(request: FastifyRequest, reply: FastifyReply, methods: readonly string[]): void;
}

const corsFact: Fact<CorsSettings> = { name: 'corsSettings', fallback: { allowedOrigins: [] } };

const exposed =
  'X-Rate-Limit-Limit, X-Rate-Limit-Remaining, X-Rate-Limit-Reset, Retry-After, Deprecation, Sunset, Link';
const preflightSeconds = 600;

export const createCors = ({ store }: Pick<ServiceContext, 'store'>): Cors => {
  let allowed: ReadonlySet<string> = new Set();
  const settings = (): CorsSettings => ({ allowedOrigins: [...allowed] });
  const take = ({ allowedOrigins }: CorsSettings): void => {
    allowed = new Set(allowedOrigins);
  };
  const admits = ({ headers: { origin } }: FastifyRequest): boolean =>
    origin !== undefined && allowed.has(origin);

  return {
    async load() {
      take(await store.readInTurn((reader) => readFact(reader, corsFact)));
    },
    settings,
    async set({ allowedOrigins }) {
      const problems = allowedOrigins.flatMap(problemOf);
      if (problems.length > 0) throw invalid(...problems);
      const wanted = { allowedOrigins: [...new Set(allowedOrigins)] };
      await store.write(async (tx) => {
        await writeFact(tx, corsFact, wanted);
        tx.afterCommit(() => take(wanted));
      });
      return settings();
    },
    admits,
    addHeaders(request, reply) {
      if (allowed.size === 0) return;
      reply.header('vary', 'Origin');
      if (!admits(request)) return;
      reply
        .header('access-control-allow-origin', request.headers.origin)
        .header('access-control-expose-headers', exposed);
    },
    addPreflight(request, reply, methods) {
      if (!admits(request)) return;
      reply
        .header('access-control-allow-methods', methods.join(', '))
        .header('access-control-allow-headers', 'Authorization, Content-Type')
        .header('access-control-max-age', preflightSeconds);
    },
  };
};

const problemOf = (origin: string, at: number): ValidationItem[] => {
  const url = URL.parse(origin);
  if (url !== null && /^https?:$/.test(url.protocol) && url.origin === origin) return [];
  const itemId = `allowedOrigins.${at}`;
  const meant = url !== null && /^https?:$/.test(url.protocol) ? `, such as ${url.origin}` : '';
  return [
    {
      itemId,
      message: `${itemId} must be an origin: http or https, a host, and a port if it is not the usual one, without a path${meant || ', such as https://app.example.com'}.`,
      validatorName: 'origin',
    },
  ];
};
