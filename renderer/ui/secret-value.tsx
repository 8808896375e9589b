import { ActionIcon, Code, Group, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useShortly } from '#renderer/lib/use-shortly.ts';

interface SecretValueProps {
  readonly masked: string;
  /** What it is, such as "the signing secret". */
  readonly what: string;
  /** Reads the value in full; it stays in this component alone. */
  readonly reveal: () => Promise<string>;
  readonly onError: (error: unknown) => void;
}

/** Masked, and in full only on request and for a minute; copied without being shown. Nothing of it is kept elsewhere. */
export const SecretValue = ({ masked, what, reveal, onError }: SecretValueProps) => {
  const [value, setValue] = useShortly<string>();
  const shown = value !== undefined;
  const label = shown ? `Hide ${what}` : `Show ${what} in full`;
  const toggle = (): void => {
    if (shown) setValue(undefined);
    else reveal().then(setValue, onError);
  };
  const clipboard = useClipboard({ timeout: 1500 });
  const copyLabel = clipboard.copied ? 'Copied' : `Copy ${what}`;
  const copy = (): void => {
    if (value !== undefined) clipboard.copy(value);
    else reveal().then(clipboard.copy, onError);
  };
  return (
    <Group gap={4} wrap="nowrap">
      <Code style={{ overflowWrap: 'anywhere' }}>{value ?? masked}</Code>
      <Tooltip label={label}>
        <ActionIcon variant="subtle" color="gray" aria-label={label} aria-pressed={shown} onClick={toggle}>
          {shown ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      <Tooltip label={copyLabel}>
        <ActionIcon
          variant="subtle"
          color={clipboard.copied ? 'teal' : 'gray'}
          aria-label={copyLabel}
          onClick={copy}
        >
          {clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        </ActionIcon>
      </Tooltip>
    </Group>
  );
};
