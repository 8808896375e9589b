import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { HeaderSetupRequest } from '#contract/header-setup.ts';
import { carriedHeaders } from '#contract/webhook.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { AuthorizationFields } from './authorization-fields.tsx';
import { type HeaderChoice, isIncomplete, noChoice, problemsOf, requestOf } from './header-choice.ts';
import { OtherHeaders } from './other-headers.tsx';

interface HeaderFormProps {
  /** Names of the headers that are there. */
  readonly present: readonly string[];
  /** The integrator's instance of the service; undefined: not known. */
  readonly clientId: string | undefined;
  /** What the button does. */
  readonly action: string;
  readonly note: ReactNode;
  readonly busy: boolean;
  readonly error: unknown;
  /** @param forget drops what was typed, once it is sent */
  readonly onSubmit: (request: HeaderSetupRequest, forget: () => void) => void;
}

/** Guided set-up of custom headers. What is typed lives here alone, until it is sent or the form is left. */
export const HeaderForm = ({ present, clientId, action, note, busy, error, onSubmit }: HeaderFormProps) => {
  const [choice, setChoice] = useState(noChoice);
  const change = (changes: Partial<HeaderChoice>): void => setChoice({ ...choice, ...changes });
  const problems = problemsOf(choice);
  const request = requestOf(choice);
  const isSet = (name: string): boolean => present.some((one) => one.toLowerCase() === name.toLowerCase());
  const isRefused =
    problems.authorization !== undefined || problems.others.size > 0 || problems.all !== undefined;
  return (
    <form
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        if (request !== undefined) onSubmit(request, () => setChoice(noChoice));
      }}
    >
      <Stack>
        <AuthorizationFields
          choice={choice}
          onChange={change}
          problem={problems.authorization}
          isSet={isSet(carriedHeaders.auth)}
        />
        <Stack gap={6}>
          <Text fw={600}>{carriedHeaders.clientId}</Text>
          <Checkbox
            label={`Send ${carriedHeaders.clientId}`}
            description={formatClientId(clientId, isSet(carriedHeaders.clientId))}
            disabled={clientId === undefined}
            checked={choice.clientId}
            onChange={(event) => change({ clientId: event.currentTarget.checked })}
          />
        </Stack>
        <OtherHeaders
          headers={choice.others}
          onChange={(others) => change({ others })}
          problems={problems.others}
        />
        {problems.all !== undefined && (
          <Text c="red" role="alert">
            {problems.all}
          </Text>
        )}
        {error ? <ErrorNotice title="The headers were not set" error={error} /> : undefined}
        <Group gap="sm">
          <Button
            type="submit"
            loading={busy}
            disabled={request === undefined || isRefused || isIncomplete(choice)}
          >
            {action}
          </Button>
          <Text size="sm" c="dimmed" flex="1 1 16rem">
            {note}
          </Text>
        </Group>
      </Stack>
    </form>
  );
};

const formatClientId = (clientId: string | undefined, isSet: boolean): string => {
  if (clientId === undefined) {
    return 'The client id is not known yet. Give it to the case or to its target, and it can be sent.';
  }
  const replaced = isSet ? ' There is one already: this replaces it.' : '';
  return `Tells a consumer of several instances which one an event is of. Its value is the client id, ${clientId}.${replaced}`;
};
