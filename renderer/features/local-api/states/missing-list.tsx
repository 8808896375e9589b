import { List } from '@mantine/core';
import { Fragment } from 'react';
import { formatCount, formatNumber } from '#contract/format.ts';
import type { MissingSecrets } from '#contract/states.ts';
import { useEndpoints } from '#renderer/lib/lists.ts';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { Worded } from '#renderer/ui/worded.tsx';
import { missingLabels } from './state-labels.ts';

interface MissingListProps {
  readonly missing: readonly MissingSecrets[];
  /** The endpoints are those of this sandbox, where the secret is made or set again. */
  readonly isHere?: boolean;
}

/** Secrets that a state could not bring along, with what to do about each. */
export const MissingList = ({ missing, isHere = false }: MissingListProps) => (
  <List spacing={4} aria-label="Missing secrets" styles={{ itemWrapper: { overflowWrap: 'anywhere' } }}>
    {missing.map((one) => (
      <List.Item key={one.what}>
        <Missing missing={one} isHere={isHere} />
      </List.Item>
    ))}
  </List>
);

interface MissingProps {
  readonly missing: MissingSecrets;
  readonly isHere: boolean;
}

const Missing = ({ missing: { what, count, of, remedy }, isHere }: MissingProps) => (
  <>
    <b>
      {missingLabels[what]} ({formatNumber(count)}).
    </b>{' '}
    <Worded text={remedy} /> <Owners what={what} of={of} isHere={isHere} />
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

interface OwnersProps extends Pick<MissingSecrets, 'what' | 'of'> {
  readonly isHere: boolean;
}

/** Endpoints by their URL, with the way to where the secret is set; connections by id. Ids of keys would say nothing. */
const Owners = ({ what, of, isHere }: OwnersProps) => {
  const { data: urls } = useEndpoints(urlsOf);
  if (what === 'apiKeys' || of.length === 0) return null;
  const tab = endpointTabs[what];
  return (
    <>
      {tab === undefined ? 'Connections: ' : 'Endpoints: '}
      {of.slice(0, shownOwners).map((id, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          {tab === undefined || !isHere ? (
            (urls?.get(id) ?? id)
          ) : (
            <TextLink to={`/endpoints/${id}?tab=${tab}`}>{urls?.get(id) ?? id}</TextLink>
          )}
        </Fragment>
      ))}
      {of.length > shownOwners && ` and ${formatCount(of.length - shownOwners, 'other')}`}
    </>
  );
};
