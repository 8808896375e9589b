import { Button, Checkbox, Modal, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import type { IssuedToken, Person, PersonRequest, Role } from '#contract/people.ts';
import type { NewSession } from '#contract/session.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { localDesk } from '#renderer/lib/bridge.ts';
import { roleLabels, roleMeanings } from '#renderer/lib/role-labels.ts';
import { keepSession } from '#renderer/lib/session.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { ShownOnce } from './new-token.tsx';
import { LoginInput, NameInput } from './person-inputs.tsx';

/** In the app, the page has no other way in than the machine's own. */
const inApp =
  localDesk() === undefined
    ? undefined
    : "A team's desk runs on a server. Set one up, add people there, and connect to it from the top of the sidebar.";

/** The desk of one person: how it becomes a team's. */
export const StartTeam = () => {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Empty
        icon={<IconUsers aria-hidden />}
        title="One person's desk"
        level={2}
        text="The data folder or the desk token opens everything here. Add yourself as admin to make it a team's desk: people sign in, have roles, and are named in entries. It stays a team's desk."
        action={
          <Blockable blocked={inApp}>
            <Button onClick={() => setAsked(true)}>Add yourself as admin…</Button>
          </Blockable>
        }
      />
      <Modal
        opened={asked}
        onClose={() => setAsked(false)}
        title="Add yourself as admin"
        size="lg"
        closeOnClickOutside={false}
      >
        {asked && <FirstPerson onClose={() => setAsked(false)} />}
      </Modal>
    </>
  );
};

interface Values {
  readonly name: string;
  readonly login: string;
  readonly others: Exclude<Role, 'admin'>[];
}

const otherRoles = ['engineer', 'approver'] as const;

/** The first person, and an access token with which this page continues as that person. */
const addFirst = async ({ name, login, others }: Values): Promise<IssuedToken> => {
  const request: PersonRequest = {
    name: name.trim(),
    login: login.trim().toLowerCase(),
    grants: (['admin', ...others] as const).map((role) => ({ role, scope: 'desk' })),
  };
  const { id } = await api.post<Person>('/api/people', request);
  return api.post<IssuedToken>(`/api/people/${id}/tokens`, { name: 'First access token' });
};

const FirstPerson = ({ onClose }: { readonly onClose: () => void }) => {
  const [issued, setIssued] = useState<IssuedToken>();
  const add = useApiMutation(addFirst, { isSecret: true });
  const form = useDraftForm<Values>({
    initialValues: { name: '', login: '', others: ['engineer'] },
    error: add.error,
  });
  if (issued !== undefined) return <SignInNow issued={issued} />;
  return (
    <ActionForm
      form={form}
      saving={add}
      action="Add yourself"
      failed="Not added"
      onSubmit={(values) => add.mutate(values, { onSuccess: setIssued })}
      onCancel={onClose}
    >
      <NameInput form={form} />
      <LoginInput form={form} />
      <Checkbox.Group
        label="Roles besides admin"
        description="An admin manages people, targets, backups and keys, and changes no case."
        value={form.values.others}
        onChange={(others) => form.setFieldValue('others', others as Values['others'])}
      >
        <Stack mt={6} gap={6}>
          {otherRoles.map((role) => (
            <Checkbox key={role} value={role} label={roleLabels[role]} description={roleMeanings[role]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Text c="dimmed">
        This browser, the desk token and the data folder only maintain the desk afterwards: people, backups,
        verification, the recovery code.
      </Text>
    </ActionForm>
  );
};

/** The page continues as the person, at another load: it has read everything as somebody else. */
const SignInNow = ({ issued }: { readonly issued: IssuedToken }) => {
  const signIn = useApiMutation(() => api.post<NewSession>('/api/session', { token: issued.token }), {
    isSecret: true,
    onSuccess: ({ session }) => keepSession(session),
  });
  return (
    <Stack>
      <ShownOnce
        issued={issued}
        action="Sign in with it"
        busy={signIn.isPending}
        onClose={() => signIn.mutate(undefined, { onSuccess: () => location.reload() })}
      />
      {signIn.error && <ErrorNotice title="Not signed in" error={signIn.error} />}
    </Stack>
  );
};
