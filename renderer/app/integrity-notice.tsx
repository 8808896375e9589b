import { Alert } from '@mantine/core';
import { IconShieldX } from '@tabler/icons-react';
import { useIntegrity } from '#renderer/lib/use-integrity.ts';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { Unread } from '#renderer/ui/unread.tsx';

/** Stays until the right database is back, or a person has accepted the one that is there. */
export const IntegrityNotice = () => {
  const query = useIntegrity();
  const notices = query.data?.notices ?? [];
  const [first] = notices;
  return (
    <div role="alert">
      <Unread query={query} what="Integrity of the database" />
      {first !== undefined && (
        <Alert
          color="red"
          radius={0}
          icon={<IconShieldX aria-hidden />}
          title="The desk database was changed outside Carryover"
        >
          {first} {notices.length > 1 ? `${notices.length - 1} more. ` : ''}
          <TextLink to="/settings/integrity" c="inherit" fz="inherit">
            Open Integrity
          </TextLink>
        </Alert>
      )}
    </div>
  );
};
