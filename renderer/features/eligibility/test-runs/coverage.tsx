import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { EligibilityView } from '#contract/eligibility.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { CoverageModal } from './coverage-modal.tsx';
import { WithdrawCoverage } from './withdraw-coverage.tsx';

interface CoverageProps {
  readonly view: Pick<EligibilityView, 'caseId' | 'coverages'>;
  readonly evidence: Pick<EligibilityView['evidence'][number], 'id' | 'scope'>;
  /** The case is open. */
  readonly open: boolean;
}

/** What a person stated of the coverage of a test run. */
export const Coverage = ({ view: { caseId, coverages }, evidence: { id, scope }, open }: CoverageProps) => {
  const [asked, setAsked] = useState(false);
  const stated = coverages.find(({ evidenceId }) => evidenceId === id);
  const before = stated && { coverage: stated.coverage, by: stated.by, confirmed: stated.confirmed };
  return (
    <Stack gap={6}>
      {stated === undefined ? (
        <Text>No coverage stated.</Text>
      ) : (
        <div>
          <Text>
            <Text span inherit fw={600}>
              {stated.confirmed ? 'Confirmed: covers every call' : 'Stated, not confirmed'}
            </Text>{' '}
            · {stated.by} · <Instant at={stated.at} />
          </Text>
          <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{stated.coverage}</Text>
        </div>
      )}
      {open && (
        <Group gap="xs">
          <SmallButton changes onClick={() => setAsked(true)}>
            {stated === undefined ? 'State coverage…' : 'Change coverage…'}
          </SmallButton>
          {stated && <WithdrawCoverage caseId={caseId} evidenceId={id} />}
        </Group>
      )}
      <CoverageModal
        caseId={caseId}
        evidenceId={id}
        scope={scope}
        opened={asked}
        before={before}
        onClose={() => setAsked(false)}
      />
    </Stack>
  );
};
