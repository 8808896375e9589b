import { Code, Group, Kbd, Stack, Text, Textarea } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { RequestProblems, SendRequest } from '#contract/request-runner.ts';
import { useCheckRequest, useSendRequest } from '#renderer/features/local-api/requests/send-request.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Lines } from '#renderer/ui/lines.tsx';
import { ActionButton, SmallButton } from '#renderer/ui/small-button.tsx';
import { type Draft, requestOf } from './draft.ts';
import type { Operation } from './openapi.ts';
import { KeySelect, ParameterFields } from './parameter-fields.tsx';
import classes from './runner.module.css';
import { SentView } from './sent-view.tsx';

const CodeMirror = lazy(() => import('#renderer/ui/payload/code-mirror.tsx'));

interface RunnerFormProps {
  readonly initial: Draft;
  readonly operation: Operation | undefined;
  /** Chooses the operation. */
  readonly choice: ReactNode;
  readonly note?: string;
  /** Keeps what is written when the screen is left. */
  readonly onDraft?: (draft: Draft) => void;
  /** Begins again with the example. */
  readonly onReset?: () => void;
}

/** A request with its fields, checked before it is sent, and its response. */
export const RunnerForm = (props: RunnerFormProps) => {
  const { operation, choice, note, onDraft, onReset } = props;
  const [initial] = useState(props.initial);
  const [draft, setDraft] = useState(initial);
  const change = (changes: Partial<Draft>): void => setDraft((before) => ({ ...before, ...changes }));
  useEffect(() => {
    if (draft !== initial) onDraft?.(draft);
  });
  const { send, check, submit } = useSending();
  const made = requestOf(draft);
  const request = 'request' in made ? made.request : undefined;
  const trySend = (): void => {
    if (request !== undefined) submit(request);
  };
  const takesBody = operation === undefined ? draft.method !== 'GET' : operation.example !== undefined;
  return (
    <div className={classes.runner}>
      <form
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          trySend();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) trySend();
        }}
      >
        <Stack gap="sm">
          {choice}
          {note !== undefined && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
          <ParameterFields draft={draft} operation={operation} onChange={change} />
          {(takesBody || initial.body !== '') && (
            <div>
              <Text size="sm" fw={500} mb={4}>
                Body
              </Text>
              <div className={classes.editor}>
                <Suspense fallback={undefined}>
                  <CodeMirror
                    text={initial.body}
                    label="Request body"
                    isJson
                    maxHeight="45vh"
                    onChange={(body) => change({ body })}
                  />
                </Suspense>
              </div>
            </div>
          )}
          <Textarea
            label="Further headers"
            placeholder="Name: value"
            autosize
            minRows={1}
            maxRows={8}
            spellCheck={false}
            value={draft.headers}
            onChange={(event) => change({ headers: event.currentTarget.value })}
          />
          <KeySelect draft={draft} onChange={change} />
          {request !== undefined && (
            <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {request.method} {request.path}
            </Code>
          )}
          <Group gap="sm">
            <Blockable blocked={'problem' in made ? made.problem : undefined}>
              <ActionButton
                type="submit"
                leftSection={<IconSend size={16} aria-hidden />}
                loading={check.isPending || send.isPending}
              >
                Send request
              </ActionButton>
            </Blockable>
            {onReset && <SmallButton onClick={onReset}>Reset to example</SmallButton>}
            <Text size="sm" c="dimmed" role="status">
              {'problem' in made ? made.problem : <Kbd size="xs">Ctrl Enter</Kbd>}
            </Text>
          </Group>
          {check.error && <ErrorNotice title="Request not sent" error={check.error} />}
          <Problems found={check.data} onSend={() => request !== undefined && send.mutate(request)} />
        </Stack>
      </form>
      <section className={classes.response} aria-label="Response">
        {send.error && <ErrorNotice title="Request not sent" error={send.error} />}
        {send.data !== undefined && <SentView response={send.data} />}
        {send.data === undefined && !send.error && (
          <Text size="sm" c="dimmed">
            {send.isPending ? 'Waiting for the response…' : 'The response is shown here.'}
          </Text>
        )}
      </section>
    </div>
  );
};

/** Sends what the schema has nothing against; else says what, and leaves it to the person. */
const useSending = () => {
  const send = useSendRequest();
  const check = useCheckRequest();
  const submit = (request: SendRequest): void => {
    if (check.isPending || send.isPending) return;
    send.reset();
    check.mutate(request, {
      onSuccess: ({ problems }) => {
        if (problems.length === 0) send.mutate(request);
      },
    });
  };
  return { send, check, submit };
};

interface ProblemsProps {
  readonly found: RequestProblems | undefined;
  readonly onSend: () => void;
}

const Problems = ({ found, onSend }: ProblemsProps) => {
  const problems = found?.problems ?? [];
  if (problems.length === 0) return undefined;
  return (
    <Stack gap="xs" role="alert">
      <Text size="sm" fw={500}>
        Not sent: the API will refuse it.
      </Text>
      <Lines lines={problems.map(({ message }) => message)} />
      <div>
        <SmallButton onClick={onSend}>Send anyway</SmallButton>
      </div>
    </Stack>
  );
};
