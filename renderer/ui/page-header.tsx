import { createContext, type ReactNode, use } from 'react';
import classes from './page.module.css';

/** Search and help, at the right edge of every header. */
export const HeaderToolsContext = createContext<ReactNode>(undefined);

interface PageHeaderProps {
  readonly children: ReactNode;
  /** Above the tools' left. */
  readonly end?: ReactNode;
  /** A row of tabs or a toolbar follows, which has the line. */
  readonly continues?: boolean;
}

/** The row on top of a screen: its title and facts, search and help. */
export const PageHeader = ({ children, end, continues = false }: PageHeaderProps) => (
  <header className={classes.header} data-line={!continues || undefined}>
    <div className={classes.head}>{children}</div>
    {end}
    {use(HeaderToolsContext)}
  </header>
);
