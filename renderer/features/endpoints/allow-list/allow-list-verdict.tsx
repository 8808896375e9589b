import { Alert, Code, Group, List, Stack, Text } from '@mantine/core';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import type { AddressAnswer, AllowListResult } from '#contract/allow-list.ts';
import { Lines } from '#renderer/ui/lines.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';

interface AllowListVerdictProps {
  readonly result: AllowListResult;
  readonly formatLabel: string;
  readonly recorded: boolean;
}

const labels = {
  allowed: { tone: 'good', text: 'Allowed' },
  denied: { tone: 'bad', text: 'Denied' },
  unknown: { tone: 'attention', text: 'Unknown' },
} as const;

const verdicts = {
  allowed: { color: 'teal', title: 'Both source IPs allowed' },
  denied: { color: 'red', title: 'Firewall blocks the service' },
  unknown: { color: 'orange', title: 'Result unknown' },
} as const;

const verdictOf = (answers: readonly AddressAnswer[]): keyof typeof verdicts => {
  if (answers.every(({ result }) => result === 'allowed')) return 'allowed';
  return answers.some(({ result }) => result === 'denied') ? 'denied' : 'unknown';
};

/** The result for both source IPs, each with the deciding line. */
export const AllowListVerdict = ({ result, formatLabel, recorded }: AllowListVerdictProps) => {
  const { answers, advice, remarks, port, name } = result;
  const verdict = verdictOf(answers);
  const Icon = verdict === 'allowed' ? IconShieldCheck : IconShieldX;
  return (
    <Alert role="status" variant="default" icon={<Icon aria-hidden />} {...verdicts[verdict]}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {name ?? 'Pasted text'} · {formatLabel} · port {port}
          {recorded && ' · recorded in the case'}
        </Text>
        {answers.map((answer) => (
          <Address key={answer.address} answer={answer} />
        ))}
        {advice.length > 0 && <Lines lines={advice} />}
        {remarks.length > 0 && (
          <Text size="sm" component="div">
            Remarks
            <List size="sm">
              {remarks.map(({ line, text }) => (
                <List.Item key={`${line} ${text}`}>
                  {line !== undefined && `Line ${line}: `}
                  {text}
                </List.Item>
              ))}
            </List>
          </Text>
        )}
      </Stack>
    </Alert>
  );
};

const Address = ({ answer: { address, result, line, text, because } }: { answer: AddressAnswer }) => (
  <Stack gap={2}>
    <Group gap="sm">
      <Text fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {address}
      </Text>
      <StatusBadge tone={labels[result].tone}>{labels[result].text}</StatusBadge>
      {line !== undefined && <Text>Line {line}</Text>}
    </Group>
    {text !== undefined && <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>}
    <Text>{because}</Text>
  </Stack>
);
