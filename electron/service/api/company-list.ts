import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { TSchema } from 'typebox';
import { PageFrame, type PageOf, type PageQuery } from '#contract/common.ts';
import { Company } from '#contract/company.ts';
import type { Companies } from '#service/platform/platform.ts';
import { createLentMemory } from './lent-memory.ts';
import { toFrame, toPageBytes } from './paging.ts';
import { createRenderedCompanies } from './rendered-companies.ts';

const mostBytes = 16_000_000;
/** Addresses that were lately asked for, characters. */
const mostAddresses = 1_000_000;

interface Answered {
  readonly revision: number;
  readonly page: Buffer;
}

/**
 * Answers lists of companies as the bytes of their JSON. Clients ask for the same ones again and again: a page that is
 * asked for twice is kept for as long as no company changes, and any other is built of the companies that have not
 * changed.
 */
export const createCompanyList = (
  companies: Pick<Companies, 'listUnless'>,
): ((request: Pick<FastifyRequest, 'url'> & { query: PageQuery }, reply: Reply) => Promise<Buffer>) => {
  const answered = new LRUCache<string, Answered>({
    maxSize: mostBytes,
    sizeCalculation: ({ page }, url) => page.length + url.length,
  });
  /** By address: the revision that was answered last. */
  const asked = new LRUCache<string, number>({
    maxSize: mostAddresses,
    sizeCalculation: (_, url) => url.length,
  });
  const memory = createLentMemory();
  let writers: ReturnType<typeof createWriters> | undefined;

  return async ({ url, query }, reply) => {
    const kept = answered.get(url);
    writers ??= createWriters(reply);
    const { revision, page } = await companies.listUnless(kept?.revision, query, writers.rendered);
    if (kept !== undefined && page === undefined) return kept.page;
    const { results, totalResults } = page as PageOf<Uint8Array>;
    const frame = writers.frame(toFrame(url, query, totalResults));
    if (asked.get(url) !== revision) {
      asked.set(url, revision);
      return toPageBytes(results, frame, (bytes) => memory.lend(bytes, reply));
    }
    const bytes = toPageBytes(results, frame, Buffer.allocUnsafeSlow);
    answered.set(url, { revision, page: bytes });
    return bytes;
  };
};

type Reply = Pick<FastifyReply, 'compileSerializationSchema' | 'raw'>;

/** What writes as the schemas promise, and nothing else; compiled once. */
const createWriters = (reply: Pick<FastifyReply, 'compileSerializationSchema'>) => {
  const compile = (schema: TSchema) => reply.compileSerializationSchema(schema as Record<string, unknown>);
  return { rendered: createRenderedCompanies(compile(Company)), frame: compile(PageFrame) };
};
