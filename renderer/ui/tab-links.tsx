import { useContext } from 'react';
import { NavLink } from 'react-router';
import { TitleContext } from './page.tsx';
import classes from './tab-links.module.css';

interface TabLinksProps {
  /** What the parts are of, such as "Parts of the case". */
  readonly label: string;
  readonly tabs: readonly { readonly to: string; readonly label: string; readonly end?: boolean }[];
}

/**
 * The parts of a screen that have addresses of their own. Links, so that each can be opened, copied and gone back to.
 * Below the tabs of a case they are segments, as there is one row of tabs only.
 */
export const TabLinks = ({ label, tabs }: TabLinksProps) => {
  const isWithin = useContext(TitleContext) !== undefined;
  return (
    <nav aria-label={label} className={isWithin ? classes.segments : classes.tabs}>
      {tabs.map(({ to, label: name, end }) => (
        <NavLink
          key={to}
          to={to}
          end={end ?? false}
          className={(isWithin ? classes.segment : classes.tab) ?? ''}
        >
          {name}
        </NavLink>
      ))}
    </nav>
  );
};
