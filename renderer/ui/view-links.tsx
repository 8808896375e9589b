import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';

interface ViewLinksProps {
  /** What is shown in several ways, such as "Tokens". */
  readonly label: string;
  readonly views: readonly { readonly to: string; readonly label: string; readonly end?: boolean }[];
}

/** The views of a screen that have addresses of their own, where a row of tabs stands above already. */
export const ViewLinks = ({ label, views }: ViewLinksProps) => {
  const { pathname } = useLocation();
  const shown = views.find(({ to, end }) => pathname === to || (!end && pathname.startsWith(`${to}/`)));
  return (
    <Button.Group component="nav" aria-label={label}>
      {views.map((view) => (
        <Button
          key={view.to}
          component={Link}
          to={view.to}
          variant={view === shown ? 'light' : 'default'}
          aria-current={view === shown ? 'page' : undefined}
        >
          {view.label}
        </Button>
      ))}
    </Button.Group>
  );
};
