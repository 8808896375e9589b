import { Button, Modal, Stack } from '@mantine/core';
import { IconPlus, IconShieldCheck, IconWebhook } from '@tabler/icons-react';
import { useNavigate, useSearchParams } from 'react-router';
import { useEndpoints } from '#renderer/lib/lists.ts';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { ReceiverPanel } from '#renderer/ui/receiver-panel.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { AllowListCheck } from './allow-list/allow-list-check.tsx';
import { NewEndpoint } from './create/new-endpoint.tsx';
import { EndpointList } from './endpoint-list.tsx';

/** The webhook consumer endpoints of the local service. */
export const Component = () => {
  const query = useEndpoints();
  const go = useNavigate();
  const [search, setSearch] = useSearchParams();
  const words = search.get('q') ?? '';
  const dialog = search.get('new') ?? search.get('check');
  const show = (opened: Readonly<Record<string, string>>, sought = words): void =>
    setSearch({ ...(sought === '' ? {} : { q: sought }), ...opened }, { replace: true });
  const close = (): void => show({});
  const openNew = (): void => show({ new: 'endpoint' });
  return (
    <Page
      title="Endpoints"
      wide
      beside={<AsOf />}
      description="Webhook consumers of the local service: where messages go, how they are signed, and how they were taken."
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconShieldCheck size={16} aria-hidden />}
            onClick={() => show({ check: 'firewall' })}
          >
            Check a firewall…
          </Button>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={openNew}>
            New endpoint
          </Button>
        </>
      }
    >
      <Stack>
        <Loaded query={query} text="Reading the endpoints…">
          {({ results }) =>
            results.length === 0 ? (
              <Section>
                <Empty
                  icon={<IconWebhook aria-hidden />}
                  title="No endpoints yet"
                  text="An endpoint is where webhooks are sent. Make one at your consumer's URL, or at the built-in receiver, which shows what arrives."
                  action={<Button onClick={openNew}>Make the first endpoint</Button>}
                />
              </Section>
            ) : (
              <EndpointList endpoints={results} words={words} onSearch={(sought) => show({}, sought)} />
            )
          }
        </Loaded>
        <ReceiverPanel />
      </Stack>
      <NewEndpoint
        opened={dialog === 'endpoint'}
        onClose={close}
        onMade={({ id }) => void go(`/endpoints/${id}`)}
      />
      <Modal opened={dialog === 'firewall'} onClose={close} title="Check a firewall" size="xl">
        {dialog === 'firewall' && <AllowListCheck />}
      </Modal>
    </Page>
  );
};
