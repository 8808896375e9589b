import { Box, Group, Text, Title } from '@mantine/core';
import type { CaseView } from '#contract/case.ts';
import { verdictLabel } from '#contract/verdict-labels.ts';
import { stateTones, verdictTones } from '#renderer/lib/case-tones.ts';
import { stateLabels } from '#renderer/lib/labels.ts';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { CaseMenu } from './case-menu.tsx';
import { NextSteps } from './next-steps.tsx';
import { SampleGuide } from './sample-guide.tsx';

/** Name, state, verdict, next steps and actions of a case. */
export const CaseHeader = ({ found }: { found: CaseView }) => (
  <Box px={{ base: 'md', md: 'lg' }} pt="md">
    <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
      <Group gap="xs" miw={0}>
        <Title order={1} size="h2" lineClamp={2} title={found.name} style={{ overflowWrap: 'anywhere' }}>
          {found.name}
        </Title>
        {found.integrator !== found.name && (
          <Text c="dimmed" lineClamp={1} title={found.integrator} style={{ overflowWrap: 'anywhere' }}>
            {found.integrator}
          </Text>
        )}
        {found.state !== 'open' && (
          <StatusBadge tone={stateTones[found.state]}>{stateLabels[found.state]}</StatusBadge>
        )}
        {found.verdict && (
          <StatusBadge
            tone={verdictTones[found.verdict]}
            title={found.cutOver === undefined ? 'Eligibility for webhook migration' : 'Webhook migration'}
          >
            {verdictLabel(found.verdict, found.cutOver)}
          </StatusBadge>
        )}
        {found.damaged && <StatusBadge tone="bad">Audit chain unreadable</StatusBadge>}
      </Group>
      <Group gap="xs" wrap="nowrap" style={{ flexShrink: 0 }}>
        <SampleGuide found={found} />
        <CaseMenu found={found} />
      </Group>
    </Group>
    <NextSteps found={found} />
  </Box>
);
