import { draw } from '#base/ids.ts';
import { invalid } from '#contract/errors.ts';
import { formatCount } from '#contract/format.ts';
import { type TokenBehaviour, tokenBehaviours } from '#contract/sandbox.ts';
import type { PlanRow } from '#desk/tokens/run/plan.ts';

/** Which row gets a simulated token of which behaviour. */

export type Mix = Readonly<Partial<Record<TokenBehaviour, number>>>;

const isBehaviour = (name: string): name is TokenBehaviour =>
  (tokenBehaviours as readonly string[]).includes(name);

/** @throws CatalogueError `request.invalid` for a behaviour that there is not, or more rows than there are */
export const checkMix = (asked: Readonly<Record<string, number>>, rows: number): Mix => {
  const unknown = Object.keys(asked).filter((name) => !isBehaviour(name));
  if (unknown.length > 0) {
    throw invalid(
      ...unknown.map((name) => ({
        itemId: `mix.${name.slice(0, 40)}`,
        message: `mix.${name.slice(0, 40)} is not a token behaviour. Behaviours: ${tokenBehaviours.join(', ')}.`,
        validatorName: 'behaviour',
      })),
    );
  }
  const wanted = Object.values(asked).reduce((sum, count) => sum + count, 0);
  if (wanted > rows) {
    throw invalid({
      itemId: 'mix',
      message: `mix assigns behaviours to ${formatCount(wanted, 'row')}, but only ${rows} are rehearsed.`,
      validatorName: 'maximum',
    });
  }
  return asked;
};

export interface Chosen {
  readonly behaviours: ReadonlyMap<number, TokenBehaviour>;
  /** Rows without a requested behaviour that the old application still uses. */
  readonly stillUsed: number;
}

/**
 * Spread at random, but equally for the same seed and rows. Other rows are good, or still used by the old application if
 * their disabled syncing is not confirmed, unless the mix names that behaviour.
 */
export const chooseBehaviours = (
  rows: readonly PlanRow[],
  mix: Mix,
  seed: number,
  isStillUsed: (ref: string) => boolean,
): Chosen => {
  const place = ({ ref, platformKey, line }: PlanRow) => draw(seed, 'behaviour', ref, platformKey, line);
  const places = new Map(rows.map((row) => [row.id, place(row)]));
  const drawn = rows.toSorted((a, b) => (places.get(a.id) as number) - (places.get(b.id) as number));
  const behaviours = new Map<number, TokenBehaviour>();
  let next = 0;
  for (const behaviour of tokenBehaviours) {
    for (const { id } of drawn.slice(next, next + (mix[behaviour] ?? 0))) behaviours.set(id, behaviour);
    next += mix[behaviour] ?? 0;
  }
  const left = drawn.slice(next);
  const used = mix['used-by-old-application'] === undefined ? left.filter(({ ref }) => isStillUsed(ref)) : [];
  for (const { id } of left) behaviours.set(id, 'good');
  for (const { id } of used) behaviours.set(id, 'used-by-old-application');
  return { behaviours, stillUsed: used.length };
};
