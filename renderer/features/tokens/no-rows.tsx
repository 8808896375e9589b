import { Button } from '@mantine/core';
import { IconTableImport } from '@tabler/icons-react';
import { Link } from 'react-router';
import { tokensAt } from '#renderer/lib/token-queries.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';

export const NoRows = ({ caseId }: { caseId: string }) => (
  <Empty
    icon={<IconTableImport aria-hidden />}
    title="No tokens imported"
    text={
      <>
        Import the integrator's list, or <TextLink to="/local-api/tokens">create simulated tokens</TextLink>.
      </>
    }
    action={
      <Button component={Link} to={`${tokensAt(caseId)}/import`}>
        Import tokens
      </Button>
    }
  />
);
