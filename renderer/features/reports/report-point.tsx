import { Stack, Text } from '@mantine/core';
import type { ReportDocument } from '#contract/report.ts';
import { shellWord } from '#contract/shell.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Section } from '#renderer/ui/section.tsx';

interface ReportPointProps {
  readonly caseName: string;
  readonly point: ReportDocument['point'];
}

/** The point of the audit chain that the report covers, to verify it. */
export const ReportPoint = ({ caseName, point: { seq, at, digest } }: ReportPointProps) => (
  <Section
    title="Verification"
    description="Every report contains this digest: compare it with the case to detect any change up to this entry."
  >
    <Stack gap="sm">
      <Facts
        facts={[
          ['Entry', `${seq}`],
          ['Recorded', <Instant key="at" at={at} />],
        ]}
      />
      <CodeBlock text={digest} what="the digest" />
      <Text>On the command line:</Text>
      <CodeBlock text={`carryover verify ${shellWord(caseName)} --expect ${digest}`} what="the command" />
    </Stack>
  </Section>
);
