import { ActionIcon, Popover } from '@mantine/core';
import { IconChevronLeft, IconDots } from '@tabler/icons-react';
import { createContext, type ReactNode, use } from 'react';
import { Link, useNavigate } from 'react-router';
import classes from './page.module.css';

/** Search and help, at the right edge of every header. */
export const HeaderToolsContext = createContext<ReactNode>(undefined);

/** The list that the screen belongs to. */
export interface Back {
  readonly to: string;
  readonly label: string;
  /** Goes to where the person came from, with its filters and scroll position, if that is known. */
  readonly returns?: boolean;
}

interface PageHeaderProps {
  readonly back?: Back | undefined;
  /** Title and badge. */
  readonly children: ReactNode;
  /** In a menu where there is no room. */
  readonly facts?: ReactNode;
  /** Left of the tools. */
  readonly end?: ReactNode;
  /** A row of tabs or a toolbar follows, which has the line. */
  readonly continues?: boolean;
}

/** The row on top of a screen: its title and facts, search and help. */
export const PageHeader = ({ back, children, facts, end, continues = false }: PageHeaderProps) => (
  <header className={classes.header} data-line={!continues || undefined}>
    <div className={classes.head}>
      {back && <BackLink {...back} />}
      {children}
      {facts !== undefined && (
        <>
          <div className={classes.facts}>{facts}</div>
          <Popover position="bottom-start">
            <Popover.Target>
              <ActionIcon className={classes.fold} variant="subtle" color="gray" aria-label="Details">
                <IconDots size={16} aria-hidden />
              </ActionIcon>
            </Popover.Target>
            <Popover.Dropdown>{facts}</Popover.Dropdown>
          </Popover>
        </>
      )}
    </div>
    {end}
    {use(HeaderToolsContext)}
  </header>
);

const BackLink = ({ to, label, returns = false }: Back) => {
  const go = useNavigate();
  return (
    <ActionIcon
      component={Link}
      to={to}
      variant="subtle"
      color="gray"
      ml={-8}
      aria-label={label}
      onClick={(event) => {
        if (!returns || !(window.history.state?.idx > 0)) return;
        event.preventDefault();
        void go(-1);
      }}
    >
      <IconChevronLeft size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
};
