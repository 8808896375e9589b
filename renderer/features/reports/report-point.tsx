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

/** Which point of the audit chain the report is of, so that whoever gets it can check it. */
export const ReportPoint = ({ caseName, point: { seq, at, digest } }: ReportPointProps) => (
  <Section
    level={3}
    title="How it can be checked"
    description="The digest stands in every report. Whoever has the case can hold its audit chain against it: a change of anything before this entry shows."
  >
    <Stack gap="sm">
      <Facts
        facts={[
          ['Entry', `${seq}`],
          ['Made', <Instant key="at" at={at} />],
        ]}
      />
      <CodeBlock text={digest} what="the digest of the chain" />
      <Text>On the command line:</Text>
      <CodeBlock text={`carryover verify ${shellWord(caseName)} --expect ${digest}`} what="the command" />
    </Stack>
  </Section>
);
