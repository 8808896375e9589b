import { Alert, List, Stack, Text } from '@mantine/core';
import { Fragment } from 'react';
import { formatCount, formatNumber } from '#contract/format.ts';
import type { MissingSecrets, StateRestored } from '#contract/states.ts';
import { useEndpoints } from '#renderer/lib/lists.ts';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { Worded } from '#renderer/ui/worded.tsx';
import { missingLabels } from './state-labels.ts';

interface RestoredNoticeProps {
  readonly restored: StateRestored;
  readonly onClose: () => void;
}

/** What a restore did, and which secrets it could not bring back. */
export const RestoredNotice = ({ restored, onClose }: RestoredNoticeProps) => {
  const { state, text, missing } = restored;
  return (
    <Alert
      color={missing.length > 0 ? 'yellow' : 'teal'}
      role="status"
      title={`State "${state.name}" restored`}
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text component="div">
          <Worded text={text} />
        </Text>
        {missing.length > 0 && (
          <List
            spacing={4}
            aria-label="Missing secrets"
            styles={{ itemWrapper: { overflowWrap: 'anywhere' } }}
          >
            {missing.map((one) => (
              <List.Item key={one.what}>
                <Missing missing={one} />
              </List.Item>
            ))}
          </List>
        )}
      </Stack>
    </Alert>
  );
};

const Missing = ({ missing: { what, count, of, remedy } }: { readonly missing: MissingSecrets }) => (
  <>
    <b>
      {missingLabels[what]} ({formatNumber(count)}).
    </b>{' '}
    <Worded text={remedy} /> <Owners what={what} of={of} />
  </>
);

const shownOwners = 5;
/** Where a secret of an endpoint is made or set again. */
const endpointTabs: Partial<Record<MissingSecrets['what'], string>> = {
  signingSecrets: 'secret',
  headers: 'headers',
};

const urlsOf = ({
  results,
}: {
  readonly results: readonly { readonly id: string; readonly url: string }[];
}) => new Map(results.map(({ id, url }) => [id, url]));

/** Endpoints by their URL, with the way to where the secret is set; connections by id. Ids of keys would say nothing. */
const Owners = ({ what, of }: Pick<MissingSecrets, 'what' | 'of'>) => {
  const { data: urls } = useEndpoints(urlsOf);
  if (what === 'apiKeys' || of.length === 0) return null;
  const tab = endpointTabs[what];
  return (
    <>
      {tab === undefined ? 'Connections: ' : 'Endpoints: '}
      {of.slice(0, shownOwners).map((id, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          {tab === undefined ? (
            id
          ) : (
            <TextLink to={`/endpoints/${id}?tab=${tab}`}>{urls?.get(id) ?? id}</TextLink>
          )}
        </Fragment>
      ))}
      {of.length > shownOwners && ` and ${formatCount(of.length - shownOwners, 'other')}`}
    </>
  );
};
