import { IconTableImport } from '@tabler/icons-react';
import { tokensAt } from '#renderer/lib/token-queries.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { LinkButton } from '#renderer/ui/link-button.tsx';
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
      <LinkButton to={`${tokensAt(caseId)}/import`} variant="filled">
        Import tokens
      </LinkButton>
    }
  />
);
