import { Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconLogout, IconUser } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Grant } from '#contract/people.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { bridge, teamDeskId } from '#renderer/lib/bridge.ts';
import { initialsOf, rolesInShort } from '#renderer/lib/role-labels.ts';
import { forgetSession } from '#renderer/lib/session.ts';
import { usePerson } from '#renderer/lib/who.ts';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { sayNotRevoked } from './team-desks/not-revoked.ts';
import classes from './user-menu.module.css';

/** Who is signed in, at the right edge of every header; nothing on the desk of one person. */
export const UserMenu = () => {
  const person = usePerson();
  const signOut = useSignOut();
  useSamePerson(person?.id);
  useOtherRoles(person?.grants);
  if (person === undefined) return undefined;
  const { name, login, grants, readsOnly } = person;
  return (
    <Menu position="bottom-end" width={260} withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.who} data-in-palette="no" title={`${name} · ${login}`}>
          <span aria-hidden>{initialsOf(name)}</span>
          <VisuallyHidden>Signed in as {name}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person}>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            {login}
          </Text>
          <Text size="sm" c="dimmed">
            {rolesInShort(grants)}
            {readsOnly && ' · reading only'}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/settings/account" leftSection={<IconUser size={16} aria-hidden />}>
          Account
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};

/** Ends the session on the desk, and with it in all tabs of this browser; in the app, the app's access token. */
const useSignOut = () =>
  useApiMutation(signOut, { onError: (error) => notifyFailed('Not signed out', error) });

const signOut = async (): Promise<void> => {
  const team = teamDeskId();
  if (team !== undefined) return sayNotRevoked(await bridge()?.signOutTeam(team));
  await api.delete('/api/session');
  forgetSession();
  location.assign('/');
};

/** With other roles, other things are seen: what is shown is read again. */
const useOtherRoles = (grants: readonly Grant[] | undefined): void => {
  const client = useQueryClient();
  const text = grants && JSON.stringify(grants);
  const before = useRef(text);
  useEffect(() => {
    if (before.current !== undefined && text !== undefined && text !== before.current)
      void client.invalidateQueries();
    before.current = text ?? before.current;
  }, [text, client]);
};

/** What was read for one person is not shown to another, who signed in in another tab of this browser. */
const useSamePerson = (id: string | undefined): void => {
  const first = useRef(id);
  useEffect(() => {
    first.current ??= id;
    if (id !== undefined && id !== first.current) location.reload();
  }, [id]);
};
