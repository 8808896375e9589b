import type { SpotlightActionGroupData } from '@mantine/spotlight';

/** Entries that hold every word of what is looked for, in any order; those whose name holds them all come first. */
export const filterPalette = (
  query: string,
  groups: readonly SpotlightActionGroupData[],
): SpotlightActionGroupData[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = (text = ''): boolean => words.every((word) => text.toLowerCase().includes(word));
  return groups.flatMap((group) => {
    const named = group.actions.filter(({ label }) => holds(label));
    const described = group.actions.filter(
      ({ label = '', description = '' }) => !holds(label) && holds(`${label} ${description}`),
    );
    const actions = [...named, ...described];
    return actions.length === 0 ? [] : [{ ...group, actions }];
  });
};
