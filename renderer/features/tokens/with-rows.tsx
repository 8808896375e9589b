import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TokenRowCounts } from '#contract/token-rows.ts';
import { useCounts } from '#renderer/lib/token-queries.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { CurrentRun } from './current-run.tsx';
import { NoRows } from './no-rows.tsx';

interface WithRowsProps {
  readonly caseId: string;
  readonly children: (counts: TokenRowCounts) => ReactNode;
}

/** The unfinished run, and what needs imported rows. */
export const WithRows = ({ caseId, children }: WithRowsProps) => (
  <Stack>
    <CurrentRun caseId={caseId} />
    <Loaded query={useCounts(caseId)} text="Counting rows…">
      {(counts) => (counts.rows === 0 ? <NoRows caseId={caseId} /> : children(counts))}
    </Loaded>
  </Stack>
);
