import { Alert, Code, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { formatCount } from '#contract/format.ts';
import type { RunbookView } from '#contract/runbook.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Lines } from '#renderer/ui/lines.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { Blocked, blockedBy, openAmong } from './blocked.tsx';
import { CheckCallback } from './check-callback.tsx';

/** Step 3: the callback URL is registered with the platform. */
export const CallbackStep = ({ view }: { readonly view: RunbookView }) => {
  const { callbackUrl, callbackCheck, platformName } = view;
  const before = openAmong(view, ['supply', 'schedule']);
  return (
    <>
      <Section
        title="Callback URL"
        description={`The integrator adds it to the redirect URLs of its ${platformName} application.`}
      >
        {callbackUrl === undefined ? (
          <Text>
            The target has no callback URL. <TextLink to="/settings/targets">Open targets</TextLink>
          </Text>
        ) : (
          <CodeBlock text={callbackUrl} what="callback URL" />
        )}
      </Section>
      <Section title="Registered redirect URLs" description="Compared character by character.">
        <Stack>
          <Blocked by={before} />
          <CheckCallback
            view={view}
            blocked={
              blockedBy(before) ?? (callbackUrl === undefined ? 'The target has no callback URL.' : undefined)
            }
          />
          {callbackCheck && <Result check={callbackCheck} />}
        </Stack>
      </Section>
    </>
  );
};

const Result = ({ check }: { readonly check: NonNullable<RunbookView['callbackCheck']> }) => {
  const { found, urls, near, at, by } = check;
  return (
    <Stack gap="sm">
      <Alert
        role="status"
        color={found ? 'teal' : 'red'}
        icon={found ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
        title={`${found ? 'Registered' : 'Not registered'} (${formatCount(urls, 'URL')} checked)`}
      >
        <Text component="div">
          Checked <Instant at={at} /> by {by}, against <Code>{check.callbackUrl}</Code>
        </Text>
        {!found && near.length === 0 && <Text>No close match. Add the callback URL and check again.</Text>}
      </Alert>
      {near.length > 0 && (
        <DataTable label="Closest matches" rows={near} columns={nearColumns} rowId={({ url }) => url} />
      )}
    </Stack>
  );
};

type Near = NonNullable<RunbookView['callbackCheck']>['near'][number];

const nearColumns: readonly TableColumn<Near>[] = [
  { header: 'Closest match', width: '45%', cell: ({ url }) => <Code>{url}</Code>, wraps: true },
  { header: 'Difference', cell: ({ differences }) => <Lines lines={differences} />, wraps: true },
];
