import { Box, Group, Text } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Navigate, useParams } from 'react-router';
import { useAbout } from '#renderer/lib/use-about.ts';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { FaultsInForce } from '#renderer/ui/faults-in-force.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { TabLinks } from '#renderer/ui/tab-links.tsx';
import { ClockTab } from './clock/clock-tab.tsx';
import { CutoverTab } from './cutover/cutover-tab.tsx';
import { FaultsTab } from './faults/faults-tab.tsx';
import { KeysTab } from './keys/keys-tab.tsx';
import classes from './local-api.module.css';
import { ReceiverTab } from './receiver/receiver-tab.tsx';
import { RequestsTab } from './requests/requests-tab.tsx';
import { SnippetsTab } from './snippets/snippets-tab.tsx';
import { TokensTab } from './tokens/tokens-tab.tsx';

const base = '/local-api';
const first = 'requests';
const tabs: readonly { readonly path: string; readonly label: string; readonly Tab: ComponentType }[] = [
  { path: 'requests', label: 'Requests', Tab: RequestsTab },
  { path: 'keys', label: 'Keys', Tab: KeysTab },
  { path: 'snippets', label: 'Snippets', Tab: SnippetsTab },
  { path: 'clock', label: 'Clock', Tab: ClockTab },
  { path: 'faults', label: 'Faults', Tab: FaultsTab },
  { path: 'tokens', label: 'Tokens', Tab: TokensTab },
  { path: 'receiver', label: 'Receiver', Tab: ReceiverTab },
  { path: 'cutover', label: 'Cutover', Tab: CutoverTab },
];
const links = tabs.map(({ path, label }, at) => ({
  to: at === 0 ? base : `${base}/${path}`,
  label,
  end: at === 0,
}));

/** The copy of the service on this machine: what comes in, and what can be done to it. */
export const Component = () => {
  const { tab } = useParams();
  const shown = tabs.find(({ path }) => path === (tab ?? first));
  if (tab === first) return <Navigate to={base} replace />;
  const isLog = tab === undefined;
  return (
    <Page
      title="Local API"
      part={shown?.label}
      wide
      filled={isLog}
      description={<Where />}
      beside={
        <>
          <FaultsInForce />
          <AsOf />
        </>
      }
    >
      <TabLinks label="Parts of the local API" tabs={links} />
      <Box pt="md" className={isLog ? classes.log : classes.other}>
        {shown ? (
          <shown.Tab />
        ) : (
          <Empty
            icon={<IconMapOff aria-hidden />}
            title="There is no such part"
            text="Choose one of those above."
          />
        )}
      </Box>
    </Page>
  );
};

const Where = () => {
  const { data } = useAbout();
  return (
    <Group gap={4} mih={28}>
      <Text size="sm" span>
        A copy of the service on this machine, to rehearse on{data && `: ${data.apiUrl}`}
      </Text>
      {data && <CopyButton value={data.apiUrl} what="the address" />}
    </Group>
  );
};
