import { IconMapOff } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { Navigate, useParams } from 'react-router';
import { Empty } from './empty.tsx';
import { Page } from './page.tsx';
import { TabLinks } from './tab-links.tsx';

/** A part of a screen that has an address of its own, below that of the screen. */
export interface Part {
  readonly path: string;
  readonly label: string;
  readonly Content: ComponentType;
  /** Fills the height of the window: what is inside scrolls itself. */
  readonly filled?: boolean;
}

interface PartsPageProps {
  readonly title: string;
  /** The address of the screen; its route names the rest of it `part`. */
  readonly base: string;
  /** The first one is at the address of the screen itself. */
  readonly parts: readonly Part[];
  readonly beside?: ReactNode;
}

/** A screen of parts, each behind a tab: the part that the address names, or that there is none. */
export const PartsPage = ({ title, base, parts, beside }: PartsPageProps) => {
  const rest = useParams().part;
  const [first] = parts;
  if (rest !== undefined && rest === first?.path) return <Navigate to={base} replace />;
  const shown = rest === undefined ? first : parts.find(({ path }) => path === rest);
  return (
    <Page
      title={title}
      part={shown?.label}
      filled={shown?.filled ?? false}
      beside={beside}
      tabs={
        <TabLinks
          label={`Parts of the ${title}`}
          tabs={parts.map((part) => ({
            to: part === first ? base : `${base}/${part.path}`,
            label: part.label,
            end: part === first,
          }))}
        />
      }
    >
      {shown ? (
        <shown.Content />
      ) : (
        <Empty
          icon={<IconMapOff aria-hidden />}
          title="Page not found"
          text="Choose one of the tabs above."
        />
      )}
    </Page>
  );
};
