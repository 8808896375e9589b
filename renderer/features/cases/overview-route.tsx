import { SimpleGrid, Stack } from '@mantine/core';
import { useCase } from '#renderer/lib/use-case.ts';
import { Page } from '#renderer/ui/page.tsx';
import { AboutCase } from './about-case.tsx';
import { Attachments } from './attachments.tsx';
import { Contacts } from './contacts.tsx';
import { Notes } from './notes.tsx';
import { Steps } from './steps.tsx';

/** Steps, notes, contacts, attachments and details of a case. */
export const Component = () => {
  const found = useCase();
  return (
    <Page title="Overview" level={2}>
      <Stack>
        <Steps found={found} />
        <SimpleGrid cols={{ base: 1, lg: 2 }} style={{ alignItems: 'start' }}>
          <Stack>
            <Notes key={found.id} found={found} />
          </Stack>
          <Stack>
            <Contacts found={found} />
            <Attachments found={found} />
            <AboutCase found={found} />
          </Stack>
        </SimpleGrid>
      </Stack>
    </Page>
  );
};
