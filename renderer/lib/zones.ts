import { once } from '#contract/once.ts';
import { ownZone, takenZone } from '#contract/zones.ts';

/** Time zones to choose from. */

/** Names of today where browsers list an older one. */
const renamed = ['Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Yangon', 'Asia/Ho_Chi_Minh', 'Europe/Kyiv'];

/** Every zone that the API takes; UTC and that of this machine first. */
export const zones = once((): readonly string[] => {
  const all = [...Intl.supportedValuesOf('timeZone'), ...renamed].sort();
  return [...new Set(['UTC', ownZone(), ...all])].filter((zone) => takenZone(zone) !== undefined);
});
