import { NavLink } from 'react-router';
import classes from './tab-links.module.css';

interface TabLinksProps {
  /** What the parts are of, such as "Parts of the case". */
  readonly label: string;
  readonly tabs: readonly { readonly to: string; readonly label: string; readonly end?: boolean }[];
}

/** The parts of a screen that have addresses of their own. Links, so that each can be opened, copied and gone back to. */
export const TabLinks = ({ label, tabs }: TabLinksProps) => (
  <nav aria-label={label} className={classes.tabs}>
    {tabs.map(({ to, label: words, end }) => (
      <NavLink key={to} to={to} end={end ?? false} className={classes.tab ?? ''}>
        {words}
      </NavLink>
    ))}
  </nav>
);
