import type { Evidence, SameFiles } from '#contract/eligibility.ts';

/** From this share on, two code bases are largely the same. */
const largely = 0.5;

/**
 * The evidence of the same files under another name, the most alike first. Digests of contents are compared: all of a
 * small code base, and of a large one the smallest, which are a fair sample of both (Broder, 1997).
 */
export const sameFilesAs = (
  { collector, digest, sketch, scope }: Evidence,
  others: readonly Evidence[],
): { readonly evidence: Evidence; readonly share: number }[] =>
  others
    .filter((other) => collector === 'source' && other.collector === 'source' && other.scope !== scope)
    .map((evidence) => ({
      evidence,
      share: digest !== undefined && evidence.digest === digest ? 1 : shareOf(sketch, evidence.sketch),
    }))
    .filter(({ share }) => share >= largely)
    .sort((a, b) => b.share - a.share);

/** Of the smallest digests of both together, how many both have. */
const shareOf = (a: readonly string[] = [], b: readonly string[] = []): number => {
  const size = Math.max(a.length, b.length);
  const [inA, inB] = [new Set(a), new Set(b)];
  const smallest = [...new Set([...a, ...b])].sort().slice(0, size);
  return smallest.filter((one) => inA.has(one) && inB.has(one)).length / Math.max(1, smallest.length);
};

/** What a check says of evidence that it recorded. */
export const describeSame = (
  evidence: Evidence,
  { evidence: earlier, share }: { readonly evidence: Evidence; readonly share: number },
  replaced: boolean,
): SameFiles => ({
  evidenceId: evidence.id,
  scope: evidence.scope,
  sameAs: { evidenceId: earlier.id, scope: earlier.scope, origin: earlier.origin, at: earlier.at },
  share: Math.round(share * 100) / 100,
  replaced,
});
