import { LRUCache } from 'lru-cache';
import type { Company } from '#contract/company.ts';
import type { CompanyForms } from '#service/platform/platform.ts';
import { type CompanyVersion, isState } from '#service/store/companies.ts';

/** About 35,000 companies with a connection each. */
const mostBytes = 32_000_000;

/**
 * Companies as the bytes of their JSON, ready for `toPageBytes`, each kept for as long as the company stays the same and there is room:
 * clients list the same companies again and again, and reading and writing them out costs more than all the rest.
 * Bytes rather than text, as a text that was put together of many holds on to them all.
 */
export const createRenderedCompanies = (
  serialize: (company: Company) => string,
  maxSize = mostBytes,
): CompanyForms<Uint8Array> => {
  const rendered = new LRUCache<CompanyVersion, Uint8Array>({
    maxSize,
    sizeCalculation: (bytes) => bytes.length,
  });
  return {
    find: (version) => rendered.get(version),
    make(version, company) {
      const bytes = Buffer.from(`,${serialize(company)}`);
      if (isState(version)) rendered.set(version, bytes);
      return bytes;
    },
  };
};
