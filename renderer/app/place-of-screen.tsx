import type { ReactNode } from 'react';
import { matchPath } from 'react-router';
import type { Role } from '#contract/people.ts';
import { anywhere, onDesk, onLocal, type Place } from '#renderer/lib/may.ts';
import { NeedsNoRole, NeedsRole } from '#renderer/ui/needs-role.tsx';

/** What changes of each screen need; the first that fits counts. Cases have their own, around their tabs. */
const screens: readonly (readonly [screen: string, role: Role, place: Place])[] = [
  ['/', 'engineer', anywhere],
  ['/endpoints/*', 'engineer', onLocal],
  ['/messages/*', 'engineer', onLocal],
  ['/local-api/keys', 'admin', onLocal],
  ['/local-api/*', 'engineer', onLocal],
  ['/settings/targets', 'admin', onDesk],
  ['/settings/audit', 'admin', onDesk],
  ['/settings/data', 'admin', onDesk],
  ['/settings/integrity', 'admin', onDesk],
  ['/settings/security', 'admin', onDesk],
  ['/settings/signing', 'admin', onDesk],
  ['/settings/diagnostics', 'admin', onDesk],
];

interface PlaceOfScreenProps {
  readonly pathname: string;
  readonly children: ReactNode;
}

export const PlaceOfScreen = ({ pathname, children }: PlaceOfScreenProps) => {
  const needed = screens.find(([screen]) => matchPath(screen, pathname) !== null);
  if (needed === undefined) return <NeedsNoRole>{children}</NeedsNoRole>;
  const [, role, place] = needed;
  return (
    <NeedsRole needs={role} place={place}>
      {children}
    </NeedsRole>
  );
};
