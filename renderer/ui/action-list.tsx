import { Group, List, Text } from '@mantine/core';
import type { Action } from '#contract/eligibility.ts';
import { partyLabels } from '#renderer/lib/labels.ts';

/** Required actions and who is responsible, blockers first. */
export const ActionList = ({ actions }: { actions: readonly Action[] }) => (
  <List
    listStyleType="none"
    spacing="sm"
    styles={{ itemWrapper: { width: '100%' }, itemLabel: { width: '100%' } }}
  >
    {actions.map(({ row, responsible, blocking, what }) => (
      <List.Item key={row}>
        <Group gap="sm" align="flex-start" wrap="nowrap">
          <Text fw={600} w={104} style={{ flexShrink: 0 }}>
            {partyLabels[responsible]}
          </Text>
          <Text style={{ overflowWrap: 'anywhere', flex: 1, minWidth: 0 }}>{what}</Text>
          {blocking && <Text c="var(--danger)">Blocker</Text>}
        </Group>
      </List.Item>
    ))}
  </List>
);
