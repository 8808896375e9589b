import { Accordion, Text, Timeline } from '@mantine/core';
import { formatCount } from '#contract/format.ts';
import type { RunbookEvidence } from '#contract/runbook.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { Worded } from '#renderer/ui/worded.tsx';

/** Evidence of a step, collapsed as it may be long. */
export const StepEvidence = ({ evidence }: { readonly evidence: readonly RunbookEvidence[] }) =>
  evidence.length > 0 && (
    <Accordion>
      <Accordion.Item value="evidence">
        <Accordion.Control>
          <Text fw={600}>Evidence: {formatCount(evidence.length, 'entry', 'entries')}</Text>
        </Accordion.Control>
        <Accordion.Panel>
          <Timeline bulletSize={12} lineWidth={1}>
            {evidence.map(({ text, at, by, attachmentId }) => (
              <Timeline.Item key={`${at} ${text}`}>
                <Text style={{ overflowWrap: 'anywhere' }}>
                  <Worded text={text} />
                </Text>
                <Text size="sm" c="dimmed" component="div">
                  {at !== undefined && <Instant at={at} />}
                  {by !== undefined && ` by ${by}`}
                  {attachmentId !== undefined && ', attachment'}
                </Text>
              </Timeline.Item>
            ))}
          </Timeline>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
