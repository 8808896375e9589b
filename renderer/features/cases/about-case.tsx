import { Code, Group } from '@mantine/core';
import type { CaseView } from '#contract/case.ts';
import { formatList } from '#contract/format.ts';
import { useIdentity } from '#renderer/lib/identity-query.ts';
import { partLabels } from '#renderer/lib/labels.ts';
import { useTarget } from '#renderer/lib/lists.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Fingerprint } from '#renderer/ui/fingerprint.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { Section } from '#renderer/ui/section.tsx';

export const AboutCase = ({ found }: { found: CaseView }) => {
  const target = useTarget(found.targetId);
  const sealing = useIdentity().data?.sealing;
  return (
    <Section title="Details" level={3}>
      <Facts
        facts={[
          ['Integrator', found.integrator],
          ['Migrates', formatList(found.parts.map((part) => partLabels[part]))],
          ['Target', target?.name ?? found.targetId],
          ['Owner', found.owner ?? <NoValue key="owner" means="unassigned" />],
          ['Client id', found.clientId ?? <NoValue key="client" means="not set" />],
          ['Created', <Instant key="opened" at={found.created} />],
          ['Last updated', <Instant key="changed" at={found.updated} />],
          [
            'Audit chain digest',
            <Group key="digest" gap={4} wrap="nowrap">
              <Code>{found.digest.slice(0, 16)}…</Code>
              <CopyButton value={found.digest} what="the digest" />
            </Group>,
          ],
          ...(sealing === undefined || !found.parts.includes('tokens')
            ? []
            : ([
                [
                  'Seal files to',
                  <Group key="recipient" gap={4} wrap="nowrap">
                    <Code>{sealing.recipient.slice(0, 16)}…</Code>
                    <CopyButton value={sealing.recipient} what="the recipient" />
                  </Group>,
                ],
                [
                  'Its fingerprint',
                  <Fingerprint key="fingerprint" fingerprint={sealing.fingerprint} of="the recipient" />,
                ],
              ] as const)),
        ]}
      />
    </Section>
  );
};
