import { Alert, Code, Group, List, Stack, Text } from '@mantine/core';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import type { AddressAnswer, AllowListResult } from '#contract/allow-list.ts';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Worded } from '#renderer/ui/worded.tsx';

interface AllowListAnswerProps {
  readonly result: AllowListResult;
  readonly formatLabel: string;
  readonly onRecord: boolean;
}

const words = {
  allowed: { tone: 'good', text: 'Let in' },
  denied: { tone: 'bad', text: 'Kept out' },
  unknown: { tone: 'attention', text: 'Unknown' },
} as const;

/** The verdict for both addresses, each with the line that decides. */
export const AllowListAnswer = ({ result, formatLabel, onRecord }: AllowListAnswerProps) => {
  const { answers, advice, remarks, port, name } = result;
  const allIn = answers.every((answer) => answer.result === 'allowed');
  const someOut = answers.some((answer) => answer.result === 'denied');
  return (
    <Alert
      role="status"
      variant="default"
      icon={allIn ? <IconShieldCheck aria-hidden /> : <IconShieldX aria-hidden />}
      color={allIn ? 'teal' : someOut ? 'red' : 'orange'}
      title={
        allIn
          ? 'Both addresses are let in'
          : someOut
            ? 'The firewall keeps the service out'
            : 'It can not be told'
      }
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {name ?? 'The pasted text'}, read as: {formatLabel}; port {port}.
          {onRecord && ' On record in the case.'}
        </Text>
        {answers.map((answer) => (
          <Answer key={answer.address} answer={answer} />
        ))}
        {advice.length > 0 && (
          <List>
            {advice.map((line) => (
              <List.Item key={line}>
                <Worded text={line} />
              </List.Item>
            ))}
          </List>
        )}
        {remarks.length > 0 && (
          <Text size="sm" component="div">
            Also seen:
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

const Answer = ({ answer: { address, result, line, text, because } }: { answer: AddressAnswer }) => (
  <Stack gap={2}>
    <Group gap="sm">
      <Text fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {address}
      </Text>
      <StatusBadge tone={words[result].tone}>{words[result].text}</StatusBadge>
      {line !== undefined && <Text>by line {line}</Text>}
    </Group>
    {text !== undefined && <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>}
    <Text>{because}</Text>
  </Stack>
);
