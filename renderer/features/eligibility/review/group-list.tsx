import { NavLink, Stack, Text } from '@mantine/core';
import { formatNumber } from '#contract/format.ts';
import { causeLabels, subjectLabels } from '#contract/mention-labels.ts';
import { groupKey, type MentionGroup } from './groups.ts';

interface GroupListProps {
  readonly groups: readonly MentionGroup[];
  readonly shown: MentionGroup;
  readonly onShow: (key: string) => void;
}

/** Groups by code base, each with its number of mentions to review. */
export const GroupList = ({ groups, shown, onShow }: GroupListProps) => (
  <Stack component="nav" aria-label="Groups of mentions" gap="md">
    {[...Map.groupBy(groups, ({ scope }) => scope)].map(([scope, ofScope]) => (
      <div key={scope}>
        <Text size="sm" fw={600} c="dimmed" mb={4} px="sm" style={{ overflowWrap: 'anywhere' }}>
          {scope}
        </Text>
        {ofScope.map((group) => (
          <NavLink
            key={groupKey(group)}
            component="button"
            type="button"
            label={subjectLabels[group.subject]}
            description={causeLabels[group.cause]}
            active={groupKey(group) === groupKey(shown)}
            aria-current={groupKey(group) === groupKey(shown) || undefined}
            rightSection={
              <Text fw={group.open > 0 ? 600 : 400} c={group.open > 0 ? undefined : 'dimmed'}>
                {formatNumber(group.open)}
              </Text>
            }
            onClick={() => onShow(groupKey(group))}
          />
        ))}
      </div>
    ))}
  </Stack>
);
