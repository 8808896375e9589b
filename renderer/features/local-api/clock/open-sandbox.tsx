import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatCount, formatList } from '#contract/format.ts';
import type { OpenSandbox, SandboxView } from '#contract/sandboxes.ts';
import { dateTime } from '#renderer/lib/format.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { useOpenSandbox } from './use-sandboxes.ts';

type Content = NonNullable<OpenSandbox['content']>;

interface OpenSandboxProps {
  readonly sandboxes: readonly SandboxView[];
  /** The one to open; undefined: nothing to confirm. */
  readonly clock: SandboxView['clock'] | undefined;
  readonly onClose: () => void;
}

/** Says what changes, asks what the other sandbox is to hold, and opens it. */
export const OpenSandboxDialog = ({ sandboxes, clock, onClose }: OpenSandboxProps) => {
  const opening = useOpenSandbox();
  const [chosen, setChosen] = useState<Content>();
  const wanted = sandboxes.find((one) => one.clock === clock);
  const current = sandboxes.find((one) => one.current);
  const content = chosen ?? (wanted?.exists ? 'kept' : wanted?.clock === 'virtual' ? 'copy' : 'empty');
  const close = (): void => {
    setChosen(undefined);
    onClose();
  };
  const submit = (): void => {
    if (wanted === undefined) return;
    opening.mutate(
      { clock: wanted.clock, content },
      {
        onSuccess: ({ text }) => {
          close();
          notifyDone(text);
        },
      },
    );
  };
  const isVirtual = clock === 'virtual';
  return (
    <ConfirmModal
      opened={wanted !== undefined && !wanted.current}
      onClose={close}
      title={isVirtual ? 'Rehearse in virtual time' : 'Return to system time'}
      text={
        wanted &&
        current && (
          <Stack gap="sm">
            <Changes current={current} />
            <ContentChoice wanted={wanted} current={current} content={content} onChange={setChosen} />
          </Stack>
        )
      }
      action={isVirtual ? 'Open virtual sandbox' : 'Open system sandbox'}
      doing={opening}
      progress="Changing the sandbox…"
      failed="Sandbox not opened"
      onConfirm={submit}
    />
  );
};

/** What happens to the sandbox that is left. */
const Changes = ({ current }: { readonly current: SandboxView }) => (
  <Text>
    The local service stops for a moment and starts on the other sandbox: address, port and API keys stay.
    Calls meanwhile get 503 with Retry-After. The {current.clock} sandbox stays as it is ({contentOf(current)}
    ){current.waiting ? '; its waiting deliveries are sent when you return' : ''}. Cases whose target is the
    local service read from the sandbox that is open.
  </Text>
);

interface ContentChoiceProps {
  readonly wanted: SandboxView;
  readonly current: SandboxView;
  readonly content: Content;
  readonly onChange: (content: Content) => void;
}

const ContentChoice = ({ wanted, current, content, onChange }: ContentChoiceProps) => {
  const replaced = wanted.exists ? ' What is in it now becomes a backup.' : '';
  const twice = current.waiting
    ? ` ${formatCount(current.waiting, 'waiting delivery', 'waiting deliveries')} will be sent by both; consumers drop duplicates by webhook-id.`
    : '';
  return (
    <Radio.Group
      label={`The ${wanted.clock} sandbox`}
      value={content}
      onChange={(value) => onChange(value as Content)}
    >
      <Stack gap="xs" mt="xs">
        {wanted.exists && <Radio value="kept" label="Open as it was left" description={leftAt(wanted)} />}
        <Radio
          value="copy"
          label="Copy the present state"
          description={`${contentOf(current)}, with their ids, headers and secrets.${twice}${replaced}`}
        />
        <Radio
          value="empty"
          label="Start empty"
          description={`No companies or endpoints; client, API keys and settings are the same.${replaced}`}
        />
      </Stack>
    </Radio.Group>
  );
};

const leftAt = (sandbox: SandboxView): string =>
  sandbox.now === undefined ? contentOf(sandbox) : `${contentOf(sandbox)}, at ${dateTime(sandbox.now)}`;

/** `2 companies, 1 endpoint and 3 waiting deliveries`. */
const contentOf = ({ companies, endpoints, waiting }: SandboxView): string => {
  if (companies === undefined || endpoints === undefined || waiting === undefined) {
    return 'its content could not be read';
  }
  return formatList([
    formatCount(companies, 'company', 'companies'),
    formatCount(endpoints, 'endpoint'),
    formatCount(waiting, 'waiting delivery', 'waiting deliveries'),
  ]);
};
