import { Button } from '@mantine/core';
import { IconTableImport } from '@tabler/icons-react';
import { Link } from 'react-router';
import { tokensAt } from '#renderer/lib/token-queries.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { Section } from '#renderer/ui/section.tsx';

/** Nothing was imported yet. */
export const NoRows = ({ caseId }: { caseId: string }) => (
  <Section>
    <Empty
      icon={<IconTableImport aria-hidden />}
      title="No tokens were imported yet"
      text="Import the integrator's list: one row for each customer's connection, with its OAuth tokens. To try it out first, have the local service make tokens up, with a behaviour of your choice."
      action={
        <>
          <Button component={Link} to={`${tokensAt(caseId)}/import`}>
            Import a list
          </Button>
          <Button component={Link} to="/local-api/tokens" variant="default">
            Make simulated tokens
          </Button>
        </>
      }
    />
  </Section>
);
