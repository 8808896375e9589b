import { IconMapOff } from '@tabler/icons-react';
import { Route, Routes, useLocation } from 'react-router';
import { tokensAt, useCounts } from '#renderer/lib/token-queries.ts';
import { useCase } from '#renderer/lib/use-case.ts';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { LinkButton } from '#renderer/ui/link-button.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { ViewLinks } from '#renderer/ui/view-links.tsx';
import { ImportScreen } from './import-screen.tsx';
import { RehearseScreen } from './rehearse-screen.tsx';
import { RowsScreen } from './rows-screen.tsx';
import { RunScreen } from './run-screen.tsx';
import { RunsScreen } from './runs-screen.tsx';
import { StartScreen } from './start-screen.tsx';

const views = [
  { path: '', label: 'Rows', end: true },
  { path: '/runs', label: 'Runs' },
];
/** In the order of a migration; the last is the usual next step. */
const actions = [
  { path: '/import', label: 'Import tokens' },
  { path: '/rehearse', label: 'Rehearse' },
  { path: '/run', label: 'Plan run' },
];

/** Token migration: rows, runs, import, rehearsal, plan. */
export const Component = () => {
  const { id } = useCase();
  const { pathname } = useLocation();
  const isEmpty = (useCounts(id).data?.rows ?? 0) === 0;
  const base = tokensAt(id);
  const action = actions.find(({ path }) => pathname === base + path);
  const view = views.findLast(({ path }) => pathname.startsWith(base + path));
  return (
    <Page
      title="Tokens"
      part={(action ?? view)?.label}
      level={2}
      beside={
        <>
          <ViewLinks
            label="Views of the token migration"
            views={views.map(({ path, ...link }) => ({ ...link, to: base + path }))}
          />
          <AsOf />
        </>
      }
      actions={(isEmpty ? [] : actions).map(({ path, label }) => (
        <LinkButton
          key={path}
          to={base + path}
          variant={variantOf(path, pathname.slice(base.length))}
          aria-current={path === action?.path ? 'page' : undefined}
        >
          {label}
        </LinkButton>
      ))}
    >
      <Routes>
        <Route index element={<RowsScreen />} />
        <Route path="import" element={<ImportScreen />} />
        <Route path="rehearse" element={<RehearseScreen />} />
        <Route path="run" element={<StartScreen />} />
        <Route path="runs" element={<RunsScreen />} />
        <Route path="runs/:runId" element={<RunScreen />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Page>
  );
};

/** The screens of an action and of a run have a primary button of their own. */
const variantOf = (path: string, current: string): string => {
  if (path === current) return 'light';
  return path === '/run' && ['', '/', '/runs'].includes(current) ? 'filled' : 'default';
};

const NotFound = () => (
  <Empty
    icon={<IconMapOff aria-hidden />}
    title="Page not found"
    text="The address may be of another version."
  />
);
