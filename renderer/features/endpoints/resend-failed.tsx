import { Kbd } from '@mantine/core';
import { IconRotate } from '@tabler/icons-react';
import { useState } from 'react';
import type { DeliverySelection } from '#contract/bulk-resend.ts';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { formatNumber } from '#contract/format.ts';
import { useShortcuts } from '#renderer/lib/shortcuts.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { BulkResendDialog } from '#renderer/ui/bulk-resend/bulk-resend-dialog.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';

/** Counts the failed deliveries of the endpoint, then resends them, on each of its tabs. */
export const ResendFailed = ({ endpoint }: { readonly endpoint: EndpointDetail }) => {
  const [opened, setOpened] = useState(false);
  const { failed } = endpoint.health;
  const reason = endpoint.disabled ? 'endpoint disabled' : failed === 0 ? 'none failed' : undefined;
  const open = (): void => setOpened(true);
  useShortcuts('Endpoint', [
    { label: 'Resend failed deliveries', icon: IconRotate, keys: 'R', reason, inPalette: true, run: open },
  ]);
  const request: DeliverySelection = {
    selection: { filter: { endpoint: endpoint.id, status: 'Failed' } },
  };
  return (
    <>
      <Blockable blocked={reason}>
        <SmallButton
          changes
          icon={IconRotate}
          aria-keyshortcuts="R"
          rightSection={reason === undefined && <Kbd size="xs">R</Kbd>}
          onClick={open}
        >
          {reason === undefined ? `Resend ${formatNumber(failed)} failed…` : `Resend failed: ${reason}`}
        </SmallButton>
      </Blockable>
      {opened && <BulkResendDialog request={request} opened onClose={() => setOpened(false)} />}
    </>
  );
};
