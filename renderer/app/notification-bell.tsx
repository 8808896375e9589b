import { ActionIcon, Group, Indicator, Popover, ScrollArea, Text, UnstyledButton } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { nameIn } from '#contract/mentions-of-people.ts';
import type { Notification, NotificationList } from '#contract/notification.ts';
import { formatNotification, placeOf, useMarkRead, useNotifications } from '#renderer/lib/notifications.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import classes from './notification-bell.module.css';

/** Notifications of the person who is signed in; nothing on the desk of one person. */
export const NotificationBell = () => {
  const [opened, setOpened] = useState(false);
  const query = useNotifications();
  if (!query.isEnabled) return undefined;
  const unread = query.data?.unread ?? 0;
  const label = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;
  return (
    <Indicator label={unread > 99 ? '99+' : unread} disabled={unread === 0} size={16} offset={5}>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        width={360}
        withinPortal
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <ActionIcon
            className={classes.bell}
            data-in-palette="no"
            variant="subtle"
            color="gray"
            title={label}
            aria-label={label}
            onClick={() => setOpened(!opened)}
          >
            <IconBell size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown p={0} aria-label="Notifications">
          {opened && (
            <Loaded query={query} text="Loading notifications…">
              {(list) => <Opened list={list} onClose={() => setOpened(false)} />}
            </Loaded>
          )}
        </Popover.Dropdown>
      </Popover>
    </Indicator>
  );
};

const Opened = ({ list, onClose }: { readonly list: NotificationList; readonly onClose: () => void }) => {
  const navigate = useNavigate();
  const marking = useMarkRead();
  const { results, unread } = list;
  const open = (one: Notification): void => {
    if (!one.read) marking.mutate([one.id]);
    onClose();
    void navigate(placeOf(one));
  };
  return (
    <>
      <Group className={classes.head} justify="space-between">
        <Text fw={600}>Notifications</Text>
        {unread > 0 && (
          <SmallButton changes={false} loading={marking.isPending} onClick={() => marking.mutate(undefined)}>
            Mark all as read
          </SmallButton>
        )}
      </Group>
      {marking.error && <ErrorNotice title="Not marked as read" error={marking.error} />}
      {results.length === 0 ? (
        <Text className={classes.head} c="dimmed">
          No notifications. Mentions, cases assigned to you, and approvals that you can decide about or asked
          for appear here.
        </Text>
      ) : (
        <ScrollArea.Autosize mah={420} type="auto">
          <ul className={classes.list}>
            {results.map((one) => (
              <li key={one.id}>
                <One one={one} onOpen={() => open(one)} />
              </li>
            ))}
          </ul>
        </ScrollArea.Autosize>
      )}
    </>
  );
};

const One = ({ one, onOpen }: { readonly one: Notification; readonly onOpen: () => void }) => (
  <UnstyledButton className={classes.one} data-unread={!one.read || undefined} onClick={onOpen}>
    <Text size="sm">
      <b>{nameIn(one.by)}</b> {formatNotification(one)} <b>{one.case.name}</b>
      {!one.read && <span className={classes.unread}> · unread</span>}
    </Text>
    {one.text !== undefined && (
      <Text size="sm" c="dimmed" lineClamp={2}>
        {one.text}
      </Text>
    )}
    <Text size="xs" c="dimmed">
      <Instant at={one.at} />
    </Text>
  </UnstyledButton>
);
