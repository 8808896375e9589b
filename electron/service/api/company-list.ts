import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { TSchema } from 'typebox';
import { PageFrame, type PageQuery } from '#contract/common.ts';
import { Company } from '#contract/company.ts';
import type { Companies } from '#service/platform/platform.ts';
import { toFrame, toPageBytes } from './paging.ts';
import { createRenderedCompanies } from './rendered-companies.ts';

const mostBytes = 16_000_000;

interface Answered {
  readonly revision: number;
  readonly page: Buffer;
}

/**
 * Answers lists of companies as the bytes of their JSON. Clients ask for the same ones again and again: a page is
 * kept for as long as no company changes, and otherwise rebuilt from the companies that have not changed.
 */
export const createCompanyList = (
  companies: Pick<Companies, 'revision' | 'list'>,
): ((request: Pick<FastifyRequest, 'url'> & { query: PageQuery }, reply: Reply) => Promise<Buffer>) => {
  const answered = new LRUCache<string, Answered>({
    maxSize: mostBytes,
    sizeCalculation: ({ page }, url) => page.length + url.length,
  });
  let writers: ReturnType<typeof createWriters> | undefined;

  return async ({ url, query }, reply) => {
    // Read first: what is committed between this and the list makes a page newer than its revision, never older.
    const revision = await companies.revision();
    const kept = answered.get(url);
    if (kept?.revision === revision) return kept.page;
    writers ??= createWriters(reply);
    const { results, totalResults } = await companies.list(query, writers.rendered);
    const page = toPageBytes(results, writers.frame(toFrame(url, query, totalResults)));
    answered.set(url, { revision, page });
    return page;
  };
};

type Reply = Pick<FastifyReply, 'compileSerializationSchema'>;

/** What writes as the schemas promise, and nothing else; compiled once. */
const createWriters = (reply: Reply) => {
  const compile = (schema: TSchema) => reply.compileSerializationSchema(schema as Record<string, unknown>);
  return { rendered: createRenderedCompanies(compile(Company)), frame: compile(PageFrame) };
};
