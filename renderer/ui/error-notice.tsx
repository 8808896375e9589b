import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ApiError, mayDoBetter, pathFrom } from '#renderer/lib/api.ts';
import { approvalPath } from '#renderer/lib/approval-labels.ts';
import { ErrorHelp } from './error-help.tsx';
import { Lines } from './lines.tsx';
import { SmallButton } from './small-button.tsx';
import { Worded } from './worded.tsx';

interface ErrorNoticeProps {
  readonly error: unknown;
  /** What could not be done, such as "Note not saved". */
  readonly title?: string;
  /** Fields, by their names on the wire, that say themselves what is wrong with them. */
  readonly shownAt?: readonly string[];
  /** Offered where another try may do better. */
  readonly onRetry?: () => void;
}

/** What happened, what it means and what to do, in the desk's words; with the correlation id for a ticket. */
export const ErrorNotice = ({ error, title = 'Failed', shownAt = [], onRetry }: ErrorNoticeProps) => {
  const body = error instanceof ApiError ? error.body : undefined;
  const approval = body?.approval;
  const details = body?.validation?.errors ?? [];
  const elsewhere = details.filter(({ itemId }) => pathFrom(shownAt, itemId) === undefined);
  const sentence = sentenceOf(error instanceof Error ? error.message : String(error), details, elsewhere);
  return (
    <Alert
      role="alert"
      color={approval === undefined ? 'red' : 'orange'}
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
    >
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Stack gap={4} miw={0} style={{ overflowWrap: 'anywhere' }}>
          <Text component="div">
            <b>{approval === undefined ? title : 'Approval requested'}.</b>
            {sentence !== undefined && (
              <>
                {' '}
                <Worded text={sentence} />
              </>
            )}
          </Text>
          {details.length > 1 && elsewhere.length > 0 && (
            <Lines lines={elsewhere.map(({ message }) => message)} />
          )}
          {approval !== undefined && (
            <Anchor component={Link} to={approvalPath(approval)}>
              Open the approval
            </Anchor>
          )}
          {body !== undefined && (
            <Text size="sm" c="dimmed">
              Reference {body.correlationId}
            </Text>
          )}
          <ErrorHelp error={error} />
        </Stack>
        {onRetry && mayDoBetter(error) && <SmallButton onClick={onRetry}>Retry</SmallButton>}
      </Group>
    </Alert>
  );
};

type Details = NonNullable<NonNullable<ApiError['body']>['validation']>['errors'];

/** Nothing is said twice: not what the list says, nor what stands at the fields. */
const sentenceOf = (whole: string, details: Details, elsewhere: Details): string | undefined => {
  if (details.length > 0 && elsewhere.length === 0) return 'Check the marked fields.';
  return details.length > 1 && details.every(({ message }) => whole.includes(message)) ? undefined : whole;
};
