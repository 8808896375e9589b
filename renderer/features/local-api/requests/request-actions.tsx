import { ActionIcon, Menu } from '@mantine/core';
import { IconBug, IconDots, IconPencil, IconRotate, IconTestPipe } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatDuration } from '#contract/format.ts';
import type { RequestDetail } from '#contract/request-log.ts';
import type { Fault } from '#contract/sandbox.ts';
import { FaultDialog } from '#renderer/features/local-api/faults/fault-dialog.tsx';
import { useShortcuts } from '#renderer/lib/shortcuts.ts';
import { Blockable, BlockableItem } from '#renderer/ui/blockable.tsx';
import { notifyDone, notifyFailed } from '#renderer/ui/notify.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { CopyRequest } from './copy-request.tsx';
import { faultOf, fixtureOf } from './request-fault.ts';
import { resendable } from './resendable.ts';
import { useSendRequest } from './send-request.ts';

interface RequestActionsProps {
  readonly detail: RequestDetail;
  readonly onShow: (requestId: string) => void;
}

/** What can be done with a recorded request. */
export const RequestActions = ({ detail, onShow }: RequestActionsProps) => {
  const { entry } = detail;
  const go = useNavigate();
  const send = useSendRequest();
  const [saves, setSaves] = useState<Fault>();
  const fault = faultOf(detail);
  const fixture = fixtureOf(detail);
  const noPath = fault === undefined ? 'No such path' : undefined;
  const noFixture = noPath ?? (fixture === undefined ? 'No response' : undefined);
  const sendable = resendable(detail);
  const reason = sendable === undefined ? `${entry.method} can't be sent` : sendable.reason;
  const replay = (): void => {
    if (sendable === undefined || reason !== undefined || send.isPending) return;
    send.mutate(sendable.request, {
      onSuccess: ({ statusCode, durationMs, problem, requestId }) => {
        if (requestId !== undefined) onShow(requestId);
        const outcome = statusCode === 0 ? `no response (${problem ?? 'closed'})` : String(statusCode);
        notifyDone(`Replayed: ${outcome} in ${formatDuration(durationMs)}.`);
      },
      onError: (error) => notifyFailed('Request not replayed', error),
    });
  };
  const edit = (): void => void go(`/local-api/runner?replay=${entry.id}`);
  useShortcuts('Request', [
    { label: 'Replay request', icon: IconRotate, keys: 'R', reason, inPalette: true, run: replay },
    {
      label: 'Edit and send request',
      icon: IconPencil,
      keys: 'E',
      enabled: sendable !== undefined,
      inPalette: true,
      run: edit,
    },
    {
      label: 'Save request as fault',
      icon: IconBug,
      reason: noPath,
      inPalette: true,
      run: () => setSaves(fault),
    },
    {
      label: 'Save request as fixture',
      icon: IconTestPipe,
      reason: noFixture,
      inPalette: true,
      run: () => setSaves(fixture),
    },
  ]);
  return (
    <>
      <Blockable blocked={reason && `Not replayed as it is: ${reason}`}>
        <SmallButton
          icon={IconRotate}
          loading={send.isPending}
          aria-keyshortcuts="R"
          title="Replay (R)"
          onClick={replay}
        >
          Replay
        </SmallButton>
      </Blockable>
      {sendable !== undefined && (
        <SmallButton changes icon={IconPencil} aria-keyshortcuts="E" title="Edit and send (E)" onClick={edit}>
          Edit and send
        </SmallButton>
      )}
      {sendable !== undefined && <CopyRequest request={sendable.request} />}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label="More actions" data-in-palette="no">
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {reason !== undefined && <Menu.Label>Replay: {reason}</Menu.Label>}
          <BlockableItem
            leftSection={<IconBug size={14} aria-hidden />}
            blocked={noPath}
            onClick={() => setSaves(fault)}
          >
            Save as fault…
          </BlockableItem>
          <BlockableItem
            leftSection={<IconTestPipe size={14} aria-hidden />}
            blocked={noFixture}
            onClick={() => setSaves(fixture)}
          >
            Save as fixture…
          </BlockableItem>
        </Menu.Dropdown>
      </Menu>
      {saves && <FaultDialog initial={saves} onClose={() => setSaves(undefined)} />}
    </>
  );
};
