import { type Finding, findingLimit } from '#contract/eligibility.ts';

/** Keeps the strongest findings of any number, in an order that depends on them alone. */
export interface Strongest {
  add(finding: Finding): void;
  readonly count: number;
  list(): Finding[];
}

export const createStrongest = (): Strongest => {
  let kept: Finding[] = [];
  let count = 0;
  return {
    add(finding) {
      count++;
      kept.push(finding);
      if (kept.length >= findingLimit * 8) kept = kept.sort(byStrength).slice(0, findingLimit);
    },
    get count() {
      return count;
    },
    list: () => kept.sort(byStrength).slice(0, findingLimit),
  };
};

const confidences = { high: 0, medium: 1, low: 2 };
const placeOf = ({ place }: Finding): [string, number] => {
  if (place.kind === 'source') return [place.file, place.line];
  return place.kind === 'request' ? [`${place.path} ${place.log ?? ''}`, 0] : [place.text, 0];
};

const byStrength = (a: Finding, b: Finding): number => {
  if (a.weak !== b.weak) return a.weak ? 1 : -1;
  if (a.confidence !== b.confidence) return confidences[a.confidence] - confidences[b.confidence];
  const [placeA, lineA] = placeOf(a);
  const [placeB, lineB] = placeOf(b);
  if (placeA !== placeB) return placeA < placeB ? -1 : 1;
  return lineA - lineB || (a.id < b.id ? -1 : 1);
};
