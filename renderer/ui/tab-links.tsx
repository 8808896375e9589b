import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { formatNumber } from '#contract/format.ts';
import classes from './tab-links.module.css';

interface Tab {
  readonly to: string;
  readonly label: string;
  /** Of what it lists, where that is known. */
  readonly count?: number | undefined;
  /** Shown at its own address only, not at those below. */
  readonly end?: boolean;
  /** Where its path does not tell. */
  readonly isShown?: boolean;
}

interface TabLinksProps {
  /** What the parts are of, such as "Parts of the case". */
  readonly label: string;
  readonly tabs: readonly Tab[];
}

/**
 * The parts of a screen that have addresses of their own: links, so that each can be opened, copied and gone back to.
 * Those that have no room are in a menu: none is cut.
 */
export const TabLinks = ({ label, tabs }: TabLinksProps) => {
  const { pathname } = useLocation();
  const row = useRef<HTMLDivElement>(null);
  const fitting = useFitting(row, tabs.length);
  const isShown = ({ to, end, isShown: is }: Tab): boolean =>
    is ?? (pathname === to || (!end && pathname.startsWith(`${to}/`)));
  return (
    <nav aria-label={label} className={classes.nav}>
      <div ref={row} className={classes.tabs}>
        {tabs.map((tab, at) => (
          <Link
            key={tab.to}
            to={tab.to}
            aria-current={isShown(tab) ? 'page' : undefined}
            className={classes.tab}
            data-out={at >= fitting || undefined}
          >
            <Content tab={tab} />
          </Link>
        ))}
      </div>
      {fitting < tabs.length && <More tabs={tabs.slice(fitting)} isShown={isShown} />}
    </nav>
  );
};

const Content = ({ tab: { label, count } }: { readonly tab: Tab }) => (
  <>
    {label}
    {count !== undefined && <span className={classes.count}>{formatNumber(count)}</span>}
  </>
);

interface MoreProps {
  readonly tabs: readonly Tab[];
  readonly isShown: (tab: Tab) => boolean;
}

/** Named after the shown one, if that is among them. */
const More = ({ tabs, isShown }: MoreProps) => {
  const shown = tabs.find(isShown);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton
          className={`${classes.tab} ${classes.more}`}
          aria-current={shown === undefined ? undefined : 'page'}
        >
          {shown === undefined ? 'More' : <Content tab={shown} />}
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {tabs.map((tab) => (
          <Menu.Item
            key={tab.to}
            component={Link}
            to={tab.to}
            aria-current={isShown(tab) ? 'page' : undefined}
          >
            <Content tab={tab} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

/** How many of the tabs have room in their row: the others wrap into a line that is not shown. */
const useFitting = (row: RefObject<HTMLDivElement | null>, count: number): number => {
  const [fitting, setFitting] = useState(count);
  useLayoutEffect(() => {
    const element = row.current;
    if (element === null) return;
    const measure = (): void => {
      const tabs = [...element.children] as HTMLElement[];
      const out = tabs.findIndex(({ offsetTop }) => offsetTop > (tabs[0]?.offsetTop ?? 0));
      setFitting(out < 0 ? count : out);
    };
    measure();
    const observer = new ResizeObserver(measure);
    // Counts come later, and make their tabs wider.
    for (const one of [element, ...element.children]) observer.observe(one);
    return () => observer.disconnect();
  }, [row, count]);
  return fitting;
};
