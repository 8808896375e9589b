import { Stack } from '@mantine/core';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { ExportSound } from './export-sound.tsx';

/** In the place of a case that can't be shown: why, and what of it can be kept. */
export const DamagedCase = ({ caseId, error }: { readonly caseId: string; readonly error: unknown }) => (
  <Page title="Case" back={{ to: '/', label: 'Back to cases' }}>
    <Stack>
      <ErrorNotice title="Not loaded" error={error} />
      <ExportSound caseId={caseId} name={`case-${caseId.slice(0, 8)}`} />
    </Stack>
  </Page>
);
