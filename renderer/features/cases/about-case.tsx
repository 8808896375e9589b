import { Code, Group } from '@mantine/core';
import type { CaseView } from '#contract/case.ts';
import { partLabels } from '#renderer/lib/labels.ts';
import { useTarget } from '#renderer/lib/lists.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { Section } from '#renderer/ui/section.tsx';

export const AboutCase = ({ found }: { found: CaseView }) => {
  const target = useTarget(found.targetId);
  return (
    <Section title="About this case" level={3}>
      <Facts
        facts={[
          ['Integrator', found.integrator],
          ['Moves', found.parts.map((part) => partLabels[part]).join(' and ')],
          ['Target', target?.name ?? found.targetId],
          ['Client id', found.clientId ?? <NoValue key="client" means="not given yet" />],
          ['Opened', <Instant key="opened" at={found.created} />],
          ['Last changed', <Instant key="changed" at={found.updated} />],
          [
            'Digest of its chain',
            <Group key="digest" gap={4} wrap="nowrap">
              <Code>{found.digest.slice(0, 16)}…</Code>
              <CopyButton value={found.digest} what="the digest" />
            </Group>,
          ],
        ]}
      />
    </Section>
  );
};
