import { Anchor, Tooltip, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconBan,
  IconCircleCheck,
  IconCircleHalf2,
  IconHelpCircle,
  IconHome,
  IconList,
  IconMessages,
  IconPlugConnected,
  IconRefreshAlert,
  IconRubberStamp,
  IconSettings,
  IconWebhook,
} from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { CaseSummary } from '#contract/case.ts';
import { formatNumber } from '#contract/format.ts';
import { useApprovals } from '#renderer/lib/approval-queries.ts';
import { bridge } from '#renderer/lib/bridge.ts';
import { useCaseShortcuts } from '#renderer/lib/case-shortcuts.ts';
import { useCases, useCasesById } from '#renderer/lib/lists.ts';
import { usePerson } from '#renderer/lib/who.ts';
import { Logo } from './logo.tsx';
import classes from './sidebar.module.css';
import { DeskSwitcher } from './team-desks/desk-switcher.tsx';

const screens = [
  { to: '/', label: 'Home', icon: IconHome },
  { to: '/endpoints', label: 'Endpoints', icon: IconWebhook },
  { to: '/messages', label: 'Messages', icon: IconMessages },
  { to: '/local-api', label: 'Local API', icon: IconPlugConnected },
] as const;

const foot = [
  { to: '/help', label: 'Help', icon: IconHelpCircle },
  { to: '/settings', label: 'Settings', icon: IconSettings },
] as const;

/** The screens, and the cases that are pinned or were worked on last. */
export const Sidebar = () => {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Screens" className={classes.side}>
      {bridge() === undefined ? (
        <Link to="/" className={classes.brand} aria-label="Carryover">
          <Logo />
          <span className={classes.label}>Carryover</span>
        </Link>
      ) : (
        <DeskSwitcher />
      )}
      {screens.map((screen) => (
        <Item key={screen.to} {...screen} isCurrent={isAt(pathname, screen.to)} />
      ))}
      <ApprovalsItem pathname={pathname} />
      <div className={classes.cases}>
        <Cases pathname={pathname} />
      </div>
      {foot.map((screen) => (
        <Item key={screen.to} {...screen} isCurrent={isAt(pathname, screen.to)} />
      ))}
    </nav>
  );
};

/** On a team's desk; with how many wait for whoever is signed in. */
const ApprovalsItem = ({ pathname }: { readonly pathname: string }) => {
  const person = usePerson();
  const { data } = useApprovals();
  if (person === undefined) return undefined;
  const waiting = data?.results.filter(({ may }) => may.decide).length ?? 0;
  return (
    <Item
      to="/approvals"
      label="Approvals"
      icon={IconRubberStamp}
      isCurrent={isAt(pathname, '/approvals')}
      {...(waiting === 0 ? {} : { end: formatNumber(waiting) })}
    />
  );
};

const isAt = (pathname: string, to: string): boolean =>
  to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`);

interface ItemProps {
  readonly to: string;
  readonly label: string;
  readonly icon: typeof IconHome;
  readonly isCurrent: boolean;
  readonly tone?: 'bad' | undefined;
  readonly end?: ReactNode;
}

/** Whether there is room for icons alone. */
const useFolded = (): boolean =>
  useMediaQuery('(max-width: 959px)', false, { getInitialValueInEffect: false });

const Item = ({ to, label, icon: Icon, isCurrent, tone, end }: ItemProps) => {
  const isFolded = useFolded();
  return (
    <Tooltip label={label} position="right" disabled={!isFolded}>
      <Link
        to={to}
        className={classes.item}
        title={isFolded ? undefined : label}
        {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
      >
        <Icon size={16} stroke={1.6} aria-hidden data-tone={tone} />
        <span className={classes.label}>{label}</span>
        {end !== undefined && <span className={classes.end}>{end}</span>}
      </Link>
    </Tooltip>
  );
};

/** Besides those that are pinned. */
const mostRecent = 8;

const Cases = ({ pathname }: { pathname: string }) => {
  const { pinned, visited } = useCaseShortcuts();
  const queries = [
    useCasesById([...new Set([...pinned, ...visited])]),
    useCases({ state: 'open', limit: mostRecent, partly: true }),
    useCases({ limit: 0, partly: true }),
  ] as const;
  const [known, latest, counted] = queries.map(({ data }) => data);
  if (known === undefined || latest === undefined || counted === undefined) {
    return queries.some(({ isError }) => isError) && <NotLoaded queries={queries} />;
  }
  const total = counted.reading?.total ?? counted.total;
  // Of cases that are still being read, which changed last is not known yet.
  const changed = latest.reading === undefined ? latest.results : [];
  if (total === 0) return <p className={classes.none}>No cases yet.</p>;
  const shown = known.results.filter(({ id }) => pinned.includes(id));
  const recent = [...known.results, ...changed]
    .filter(({ id }, at, all) => !pinned.includes(id) && all.findIndex((one) => one.id === id) === at)
    .slice(0, mostRecent);
  return (
    <>
      <CaseGroup title="Pinned cases" cases={shown} pathname={pathname} />
      <CaseGroup title="Recent cases" cases={recent} pathname={pathname} />
      <Item to="/?view=all" label="All cases" icon={IconList} isCurrent={false} end={formatNumber(total)} />
    </>
  );
};

const NotLoaded = ({
  queries,
}: {
  readonly queries: readonly Pick<UseQueryResult, 'isError' | 'refetch'>[];
}) => {
  const retry = (): void => {
    for (const { isError, refetch } of queries) if (isError) void refetch();
  };
  if (!useFolded()) {
    return (
      <p className={classes.none} role="alert">
        Cases not loaded.{' '}
        <Anchor component="button" inherit onClick={retry}>
          Retry
        </Anchor>
      </p>
    );
  }
  return (
    <div role="alert">
      <Tooltip label="Cases not loaded. Retry" position="right">
        <UnstyledButton className={classes.item} aria-label="Cases not loaded. Retry" onClick={retry}>
          <IconRefreshAlert size={16} stroke={1.6} aria-hidden data-tone="bad" />
        </UnstyledButton>
      </Tooltip>
    </div>
  );
};

interface CaseGroupProps {
  readonly title: string;
  readonly cases: readonly CaseSummary[];
  readonly pathname: string;
}

const CaseGroup = ({ title, cases, pathname }: CaseGroupProps) =>
  cases.length === 0 ? undefined : (
    <>
      <h2 className={classes.title}>{title}</h2>
      {cases.map((one) => (
        <Item
          key={one.id}
          to={`/cases/${one.id}`}
          label={one.name}
          isCurrent={isAt(pathname, `/cases/${one.id}`)}
          {...markOf(one)}
        />
      ))}
    </>
  );

const markOf = ({ state, verdict }: CaseSummary): Pick<ItemProps, 'icon' | 'tone'> => {
  if (state !== 'open') return { icon: IconCircleCheck };
  return verdict === 'blocked' ? { icon: IconBan, tone: 'bad' } : { icon: IconCircleHalf2 };
};
