import { type ConfiguredRule, RulesShape, rulesOf } from './configuration-shapes.ts';
import { shaped } from './shaped.ts';
import type { TargetClient } from './targets.ts';
import { unlessGone } from './unless-gone.ts';

const path = '/rules';

/**
 * The legacy rules of a target, all pages.
 * @param incomplete called where the list kept changing: rules may be missing
 * @returns `gone` where the target responds with 404, as for a client that is cut over
 * @throws CatalogueError `target.unreachable`, `target.refused`, `target.malformed`
 */
export const readRules = async (
  client: TargetClient,
  signal?: AbortSignal,
  incomplete?: () => void,
): Promise<ConfiguredRule[] | 'gone'> => {
  const reading = incomplete === undefined ? undefined : { incomplete };
  const rules = await unlessGone(client.all<unknown>(path, {}, signal, reading));
  return rules === 'gone' ? 'gone' : rulesOf(shaped(RulesShape, rules, client, path));
};
