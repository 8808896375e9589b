import { Stack, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { formatList } from '#contract/format.ts';
import { CompanyName } from '#renderer/features/endpoints/company-name.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { EditChannels } from './edit-channels.tsx';

/** The companies that an endpoint is limited to. Source: `docs/reference/rules/endpoints.md#channels`. */
export const Channels = ({ endpoint }: { endpoint: EndpointDetail }) => {
  const [editing, setEditing] = useState(false);
  const { channels, companyTags } = endpoint;
  return (
    <Section
      title="Channels"
      actions={
        <SmallButton changes icon={IconPencil} onClick={() => setEditing(true)}>
          Edit channels…
        </SmallButton>
      }
    >
      <Stack gap="sm">
        {channels.length === 0 ? (
          <Text>All companies (company-agnostic)</Text>
        ) : (
          channels.map((companyId) => <CompanyName key={companyId} companyId={companyId} />)
        )}
        {companyTags.length > 0 && <Text>Only companies tagged {formatList(companyTags)}</Text>}
      </Stack>
      <EditChannels endpoint={endpoint} opened={editing} onClose={() => setEditing(false)} />
    </Section>
  );
};
