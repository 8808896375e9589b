import { Box } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Route, Routes, useLocation } from 'react-router';
import { tokensAt } from '#renderer/lib/token-queries.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { TabLinks } from '#renderer/ui/tab-links.tsx';
import { ImportScreen } from './import-screen.tsx';
import { useCase } from './queries.ts';
import { RehearseScreen } from './rehearse-screen.tsx';
import { RowsScreen } from './rows-screen.tsx';
import { RunScreen } from './run-screen.tsx';
import { RunsScreen } from './runs-screen.tsx';
import { StartScreen } from './start-screen.tsx';

/** The parts of a token migration, in the order in which they are gone through. */
const parts = [
  { path: '', label: 'Rows', end: true },
  { path: '/import', label: 'Import' },
  { path: '/rehearse', label: 'Rehearse' },
  { path: '/run', label: 'Plan and run' },
  { path: '/runs', label: 'Runs' },
] as const;
const partsOf = (caseId: string) =>
  parts.map(({ path, ...link }) => ({ ...link, to: tokensAt(caseId) + path }));

/** Moving OAuth tokens: taken in, rehearsed, run, and what came of it. */
export const Component = () => {
  const { id } = useCase();
  const { pathname } = useLocation();
  const part = partsOf(id).findLast(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <Page title="Tokens" part={part?.label} level={2} wide>
      <Box mb="md">
        <TabLinks label="Parts of the token migration" tabs={partsOf(id)} />
      </Box>
      <Routes>
        <Route index element={<RowsScreen />} />
        <Route path="import" element={<ImportScreen />} />
        <Route path="rehearse" element={<RehearseScreen />} />
        <Route path="run" element={<StartScreen />} />
        <Route path="runs" element={<RunsScreen />} />
        <Route path="runs/:runId" element={<RunScreen />} />
        <Route path="*" element={<NoSuchPart />} />
      </Routes>
    </Page>
  );
};

const NoSuchPart = () => (
  <Empty
    icon={<IconMapOff aria-hidden />}
    title="There is no such part of the token migration"
    text="The address may be of another version. The parts are named above."
  />
);
