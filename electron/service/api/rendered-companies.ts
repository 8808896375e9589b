import { LRUCache } from 'lru-cache';
import type { Company } from '#contract/company.ts';
import type { CompanyForms } from '#service/platform/platform.ts';

/** About 35,000 companies with a connection each. */
const mostBytes = 32_000_000;

interface Rendered {
  readonly revision: number;
  readonly bytes: Uint8Array;
}

/**
 * Companies as the bytes of their JSON, ready for `toPageBytes`, each kept for as long as the company stays the same and there is room:
 * clients list the same companies again and again, and reading and writing them out costs more than all the rest.
 * Bytes rather than text, as a text that was put together of many holds on to them all.
 */
export const createRenderedCompanies = (
  serialize: (company: Company) => string,
  maxSize = mostBytes,
): CompanyForms<Uint8Array> => {
  const rendered = new LRUCache<number, Rendered>({ maxSize, sizeCalculation: ({ bytes }) => bytes.length });
  const encoder = new TextEncoder();
  return {
    find({ seq, revision }) {
      const kept = rendered.get(seq);
      return kept?.revision === revision ? kept.bytes : undefined;
    },
    make({ seq, revision }, company) {
      const bytes = encoder.encode(`,${serialize(company)}`);
      rendered.set(seq, { revision, bytes });
      return bytes;
    },
  };
};
