import { Code, Text } from '@mantine/core';
import type { Finding, FindingPlace } from '#contract/eligibility.ts';
import { formatNumber } from '#contract/format.ts';
import { Facts } from '#renderer/ui/facts.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { SourceLines } from './source-lines.tsx';

interface FindingPlaceViewProps {
  readonly finding: Finding;
  /** Of the same evidence, for other lines of the same file. */
  readonly findings: readonly Finding[];
}

export const FindingPlaceView = ({ finding: { place }, findings }: FindingPlaceViewProps) => {
  if (place.kind === 'request') return <RequestFacts place={place} />;
  if (place.kind === 'resource') return <ResourceFacts place={place} />;
  return (
    <div>
      <SourceLines file={place.file} line={place.line} findings={findings} />
      <Text size="sm" c="dimmed" mt={4}>
        Only matching lines are stored; possible secrets are redacted.
      </Text>
    </div>
  );
};

const RequestFacts = ({ place }: { place: Extract<FindingPlace, { kind: 'request' }> }) => (
  <Facts
    facts={[
      ['Method', <Code key="method">{place.method}</Code>],
      [
        'Path',
        <Code key="path" style={{ overflowWrap: 'anywhere' }}>
          {place.path}
        </Code>,
      ],
      ['Count', formatNumber(place.count)],
      ['First', <Instant key="first" at={place.first} exact />],
      ['Last', <Instant key="last" at={place.last} exact />],
      ['Caller', place.caller],
      ['Log file', place.log],
    ]}
  />
);

const resourceLabels = { rule: 'Rule', profile: 'Profile', endpoint: 'Endpoint', alert: 'Alert' } as const;

const ResourceFacts = ({ place }: { place: Extract<FindingPlace, { kind: 'resource' }> }) => (
  <Facts
    facts={[
      ['Resource', resourceLabels[place.resource]],
      ['Id', place.id === undefined ? undefined : <Code key="id">{place.id}</Code>],
      ['Content', place.text],
    ]}
  />
);
