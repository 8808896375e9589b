import { Button, FileButton, Group, NumberInput, Select, Stack, Text, Textarea } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useState } from 'react';
import { type AllowListFormat, allowListFormats, sourceAddresses } from '#contract/allow-list.ts';
import { formatBytes } from '#contract/format.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { AllowListAnswer } from './allow-list-answer.tsx';
import { useCheckAllowList } from './check-allow-list.ts';

interface AllowListCheckProps {
  /** Puts the answer on record in this case. */
  readonly caseId?: string;
  readonly webhookId?: string;
}

const formatLabels: Readonly<Record<AllowListFormat, string>> = {
  cidr: 'A list of addresses and networks',
  iptables: 'iptables (iptables-save)',
  nftables: 'nftables (nft list ruleset, text or JSON)',
  aws: 'AWS security groups (JSON)',
  azure: 'Azure network security groups (JSON)',
  nginx: 'nginx (allow and deny)',
};

interface Rules {
  readonly text: string;
  /** Of the file, if they are from one. */
  readonly name?: string;
}

/** Whether a consumer's firewall lets the service in. Source: `docs/reference/rules/delivery.md#source-addresses`. */
export const AllowListCheck = ({ caseId, webhookId }: AllowListCheckProps) => {
  const [rules, setRules] = useState<Rules>({ text: '' });
  const [format, setFormat] = useState<AllowListFormat | null>(null);
  const [port, setPort] = useState<string | number>(443);
  const check = useCheckAllowList();
  const change = (next: Rules): void => {
    check.reset();
    setRules(next);
  };
  const take = async (file: File | null): Promise<void> => {
    if (file !== null) change({ text: await file.text(), name: file.name });
  };
  const submit = (): void =>
    check.mutate({
      text: rules.text,
      port: Number(port),
      ...(format === null ? {} : { format }),
      ...(rules.name === undefined ? {} : { name: rules.name.slice(0, 300) }),
      ...(caseId === undefined ? {} : { caseId }),
      ...(webhookId === undefined ? {} : { webhookId }),
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        <Text component="div">
          The service sends from two addresses, and a firewall must let both in:{' '}
          {sourceAddresses.map((address) => (
            <Group key={address} gap={0} display="inline-flex" mr="xs">
              <b>{address}</b>
              <CopyButton value={address} what={address} />
            </Group>
          ))}
        </Text>
        <Textarea
          label="Firewall rules"
          description={
            rules.name === undefined
              ? 'Paste them as the firewall prints them, or choose a file. They are read here alone.'
              : `From ${rules.name}, ${formatBytes(rules.text.length)}.`
          }
          autosize
          minRows={6}
          maxRows={14}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={rules.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
        <Group mt="calc(-1 * var(--mantine-spacing-xs))">
          <FileButton
            onChange={(file) => void take(file)}
            inputProps={{ 'aria-label': 'File of firewall rules' }}
          >
            {({ onClick }) => (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconFile size={14} aria-hidden />}
                onClick={onClick}
              >
                Choose a file…
              </Button>
            )}
          </FileButton>
        </Group>
        <Group align="flex-end" gap="sm">
          <Select
            label="Form"
            w={300}
            clearable
            placeholder="Recognized by itself"
            data={allowListFormats.map((value) => ({ value, label: formatLabels[value] }))}
            value={format}
            onChange={(value) => setFormat(value as AllowListFormat | null)}
          />
          <NumberInput
            label="Port of the consumer"
            w={180}
            min={1}
            max={65_535}
            allowDecimal={false}
            value={port}
            onChange={setPort}
          />
          <Button
            type="submit"
            loading={check.isPending}
            disabled={rules.text.trim() === '' || Number(port) < 1}
          >
            Check the rules
          </Button>
        </Group>
        {check.error && <ErrorNotice title="The rules could not be checked" error={check.error} />}
        {check.data && (
          <AllowListAnswer
            result={check.data}
            formatLabel={formatLabels[check.data.format]}
            onRecord={caseId !== undefined}
          />
        )}
      </Stack>
    </form>
  );
};
