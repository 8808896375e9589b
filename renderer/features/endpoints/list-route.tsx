import { Button, Modal } from '@mantine/core';
import { IconPlus, IconShieldCheck, IconWebhook } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useEndpoints } from '#renderer/lib/lists.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { ReceiverPanel } from '#renderer/ui/receiver-panel.tsx';
import { SearchField } from '#renderer/ui/search-field.tsx';
import { IconButton } from '#renderer/ui/small-button.tsx';
import { Defined } from '#renderer/ui/term.tsx';
import { AllowListCheck } from './allow-list/allow-list-check.tsx';
import { NewEndpoint } from './create/new-endpoint.tsx';
import { EndpointList } from './endpoint-list.tsx';

/** The endpoints of the local service. */
export const Component = () => {
  const query = useEndpoints();
  const go = useNavigate();
  const [{ q: search = '', ...dialog }, setState] = useUrlState(['q', 'new', 'check']);
  const close = (): void => setState({ new: undefined, check: undefined });
  const openNew = (): void => setState({ new: 'endpoint' });
  return (
    <Page
      title="Endpoints"
      beside={<AsOf />}
      description={
        <Defined
          text="Endpoints on the local service: destination, signing, delivery health"
          terms={['endpoint', 'local service']}
        />
      }
      filters={
        query.data?.results.length ? (
          <SearchField
            label="Find endpoints"
            placeholder="URL, company or tag"
            value={search}
            onSearch={(q) => setState({ q })}
          />
        ) : undefined
      }
      actions={<Actions onCheck={() => setState({ check: 'firewall' })} onNew={openNew} />}
    >
      <Loaded query={query} text="Loading endpoints…">
        {({ results }) =>
          results.length === 0 ? (
            <NoEndpoints onNew={openNew} />
          ) : (
            <EndpointList endpoints={results} search={search} />
          )
        }
      </Loaded>
      <ReceiverPanel />
      <NewEndpoint
        opened={dialog.new === 'endpoint'}
        onClose={close}
        onCreated={({ id }) => void go(`/endpoints/${id}`)}
      />
      <Modal opened={dialog.check === 'firewall'} onClose={close} title="Check firewall" size="xl">
        {dialog.check === 'firewall' && <AllowListCheck />}
      </Modal>
    </Page>
  );
};

const Actions = ({ onCheck, onNew }: { readonly onCheck: () => void; readonly onNew: () => void }) => (
  <>
    <IconButton changes variant="default" icon={IconShieldCheck} onClick={onCheck}>
      Check firewall…
    </IconButton>
    <IconButton changes icon={IconPlus} onClick={onNew}>
      New endpoint
    </IconButton>
  </>
);

const NoEndpoints = ({ onNew }: { readonly onNew: () => void }) => (
  <Empty
    icon={<IconWebhook aria-hidden />}
    title="No endpoints yet"
    text="Messages are delivered to endpoints: your consumer's URL, or the built-in receiver."
    action={<Button onClick={onNew}>Create endpoint…</Button>}
  />
);
