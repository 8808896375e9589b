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

/** The parts of a screen that have addresses of their own: links, so that each can be opened, copied and gone back to. */
export const TabLinks = ({ label, tabs }: TabLinksProps) => {
  const { pathname } = useLocation();
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map(({ to, label: name, count, end, isShown }) => (
        <Link
          key={to}
          to={to}
          aria-current={
            (isShown ?? (pathname === to || (!end && pathname.startsWith(`${to}/`)))) ? 'page' : undefined
          }
          className={classes.tab}
        >
          {name}
          {count !== undefined && <span className={classes.count}>{formatNumber(count)}</span>}
        </Link>
      ))}
    </nav>
  );
};
