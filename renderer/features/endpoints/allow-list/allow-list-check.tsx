import { FileButton, Group, NumberInput, Select, Stack, Text, Textarea } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import {
  type AllowListFormat,
  type AllowListRequest,
  allowListFormats,
  sourceAddresses,
} from '#contract/allow-list.ts';
import { formatBytes } from '#contract/format.ts';
import { type DraftForm, useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { AllowListVerdict } from './allow-list-verdict.tsx';
import { useCheckAllowList } from './check-allow-list.ts';

interface AllowListCheckProps {
  /** Records the result in this case. */
  readonly caseId?: string;
}

const formatLabels: Readonly<Record<AllowListFormat, string>> = {
  cidr: 'Addresses and networks',
  iptables: 'iptables (iptables-save)',
  nftables: 'nftables (nft list ruleset, text or JSON)',
  aws: 'AWS security groups (JSON)',
  azure: 'Azure network security groups (JSON)',
  nginx: 'nginx (allow and deny)',
};

interface Values {
  text: string;
  /** Of the file; empty: pasted. */
  name: string;
  /** `null`: detected. */
  format: AllowListFormat | null;
  port: number | string;
}

const initialValues: Values = { text: '', name: '', format: null, port: 443 };

const requestOf = ({ text, name, format, port }: Values): AllowListRequest => ({
  text,
  port: Number(port),
  ...(format && { format }),
  ...(name && { name: name.slice(0, 300) }),
});

/** Whether a consumer's firewall allows the service. Source: `docs/reference/rules/delivery.md#source-addresses`. */
export const AllowListCheck = ({ caseId }: AllowListCheckProps) => {
  const check = useCheckAllowList();
  const form = useDraftForm({ initialValues, error: check.error, onChange: check.reset });
  return (
    <Stack>
      <ActionForm
        form={form}
        saving={check}
        action="Check rules"
        failed="Rules not checked"
        onSubmit={(values) => check.mutate({ ...requestOf(values), ...(caseId && { caseId }) })}
      >
        <Text component="div">
          The firewall must allow both source IPs:{' '}
          {sourceAddresses.map((address) => (
            <Group key={address} gap={0} display="inline-flex" mr="xs">
              <b>{address}</b>
              <CopyButton value={address} what={address} />
            </Group>
          ))}
        </Text>
        <RulesField form={form} />
        <Group gap="sm">
          <Select
            label="Format"
            w={300}
            clearable
            placeholder="Auto-detect"
            data={allowListFormats.map((value) => ({ value, label: formatLabels[value] }))}
            {...form.getInputProps('format')}
          />
          <NumberInput
            label="Consumer port"
            required
            withAsterisk={false}
            w={180}
            min={1}
            max={65_535}
            allowDecimal={false}
            {...form.getInputProps('port')}
          />
        </Group>
      </ActionForm>
      {check.data && (
        <AllowListVerdict
          result={check.data}
          formatLabel={formatLabels[check.data.format]}
          recorded={caseId !== undefined}
        />
      )}
    </Stack>
  );
};

const RulesField = ({ form }: { readonly form: DraftForm<Values> }) => {
  const { text, name } = form.values;
  const read = async (file: File | null): Promise<void> => {
    if (file !== null) form.setValues({ text: await file.text(), name: file.name });
  };
  return (
    <>
      <Textarea
        label="Firewall rules"
        required
        description={
          name === ''
            ? 'As the firewall exports them; read locally only'
            : `${name}, ${formatBytes(text.length)}`
        }
        autosize
        minRows={6}
        maxRows={14}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        {...form.getInputProps('text')}
        onChange={(event) => form.setValues({ text: event.currentTarget.value, name: '' })}
      />
      <Group mt="calc(-1 * var(--mantine-spacing-xs))">
        <FileButton
          onChange={(file) => void read(file)}
          inputProps={{ 'aria-label': 'File of firewall rules' }}
        >
          {({ onClick }) => (
            <SmallButton icon={IconFile} onClick={onClick}>
              Choose file…
            </SmallButton>
          )}
        </FileButton>
      </Group>
    </>
  );
};
