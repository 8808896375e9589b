import { Stack, Text } from '@mantine/core';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Defined } from '#renderer/ui/term.tsx';
import { CutoverDone } from './cutover-done.tsx';
import { useCutoverState } from './use-cutover.ts';
import { WebhookCases } from './webhook-cases.tsx';

/** Whether the local service is cut over; the work itself is done in a case. */
export const CutoverTab = () => (
  <Loaded query={useCutoverState()} text="Loading cutover…">
    {({ cutOver, at }) => (cutOver && at !== undefined ? <CutoverDone at={at} /> : <NotCutOver />)}
  </Loaded>
);

const NotCutOver = () => (
  <Section
    title="Cutover"
    description={
      <Defined
        text="Legacy rules of the local service fire, and the alerts endpoints respond."
        terms={['rule']}
      />
    }
    beside={<StatusBadge tone="neutral">Not cut over</StatusBadge>}
  >
    <Stack gap="xs">
      <Text>Plan, rehearse and apply the cutover in a case:</Text>
      <WebhookCases />
    </Stack>
  </Section>
);
