import { Title, VisuallyHidden } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';
import classes from './page.module.css';
import { type Back, PageHeader } from './page-header.tsx';
import { SectionLevel } from './section.tsx';

interface PageProps {
  readonly title: string;
  /** The part of it that is shown, for the window's title. */
  readonly part?: string | undefined;
  /** 2 below a frame that has a header of its own, as of a case. */
  readonly level?: 1 | 2;
  readonly description?: ReactNode;
  readonly back?: Back;
  /** Badges and the like, beside the title. */
  readonly beside?: ReactNode;
  readonly actions?: ReactNode;
  /** The screen's parts, in the row below its header. */
  readonly tabs?: ReactNode;
  /** Search and filters, in the same row. */
  readonly filters?: ReactNode;
  /** Fills the height of the window: what is inside scrolls itself. */
  readonly filled?: boolean;
  readonly children: ReactNode;
}

/** What the screens inside are of, such as a case's name: in the title of the window. */
export const TitleContext = createContext<string | undefined>(undefined);

const longest = 80;

const windowTitle = (...names: (string | undefined)[]): string => {
  const parts = names.filter((name) => name !== undefined).map(shortened);
  return `${parts.join(' · ')} – Carryover`;
};

const shortened = (name: string): string => (name.length > longest ? `${name.slice(0, longest)}…` : name);

/** One screen: its header, a toolbar where there is something to put into it, and the content. */
export const Page = ({ title, part, level = 1, filled, children, ...bar }: PageProps) => {
  const of = useContext(TitleContext);
  return (
    <div className={classes.page} data-filled={filled}>
      <title>{windowTitle(part, title, of)}</title>
      {level === 1 ? <ScreenBars title={title} {...bar} /> : <PartBar title={title} {...bar} />}
      <div className={classes.content}>
        <SectionLevel value={level === 1 ? 2 : 3}>{children}</SectionLevel>
      </div>
    </div>
  );
};

type BarProps = Pick<PageProps, 'back' | 'title' | 'description' | 'beside' | 'actions' | 'tabs' | 'filters'>;

const ScreenBars = ({ back, title, description, beside, actions, tabs, filters }: BarProps) => {
  const hasToolbar = [actions, tabs, filters].some((part) => part !== undefined);
  return (
    <>
      <PageHeader back={back} facts={description} continues={hasToolbar}>
        <Heading title={title} level={1} />
        {beside}
      </PageHeader>
      {hasToolbar && (
        <div className={tabs === undefined ? classes.toolbar : classes.tabs}>
          {tabs}
          {filters}
          <div className={classes.actions}>{actions}</div>
        </div>
      )}
    </>
  );
};

/** Filters and actions of one part of a screen, as its first line. */
export const Toolbar = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.toolbar}>{children}</div>
);

/** Of a part whose tab has its name already: a row only for what else there is. */
const PartBar = ({ title, description, beside, actions }: BarProps) => {
  if (description === undefined && beside === undefined && actions === undefined) {
    return (
      <VisuallyHidden>
        <Heading title={title} level={2} />
      </VisuallyHidden>
    );
  }
  return (
    <div className={classes.toolbar}>
      <Heading title={title} level={2} />
      {beside}
      {description !== undefined && <div className={classes.description}>{description}</div>}
      <div className={classes.actions}>{actions}</div>
    </div>
  );
};

const Heading = ({ title, level }: { title: string; level: 1 | 2 }) => (
  <Title
    order={level}
    className={classes.title}
    title={title.length > longest ? title : undefined}
    tabIndex={-1}
    data-screen-head
  >
    {title}
  </Title>
);
