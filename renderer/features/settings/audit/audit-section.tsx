import { IconLock } from '@tabler/icons-react';
import { missingRole, onDesk } from '#renderer/lib/may.ts';
import { useSession } from '#renderer/lib/who.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { ExportPart } from './export-part.tsx';

/** Where what the desk records goes. */
export const AuditSection = () => (
  <Loaded query={useSession()} text="Loading audit streams…">
    {({ person }) => {
      const missing = missingRole(person, 'admin', onDesk);
      return missing === undefined ? (
        <ExportPart />
      ) : (
        <Empty
          icon={<IconLock aria-hidden />}
          title="Audit streams are for admins"
          level={2}
          text={missing}
        />
      );
    }}
  </Loaded>
);
