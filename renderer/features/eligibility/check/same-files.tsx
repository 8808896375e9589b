import { Alert, Group, Stack, Text } from '@mantine/core';
import { useStore } from 'zustand';
import type { CheckResult, EligibilityView, SameFiles as Same } from '#contract/eligibility.ts';
import { useRemoveEvidence } from '#renderer/features/eligibility/evidence/use-remove-evidence.ts';
import { useJob } from '#renderer/lib/jobs.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { ActionButton, SmallButton } from '#renderer/ui/small-button.tsx';
import { evidenceToReplace } from './evidence-to-replace.ts';
import { useChecks } from './jobs-query.ts';
import { checks } from './run-check.ts';

/** Asks which evidence to keep after the same files were checked under another name. */
export const SameFiles = ({ view }: { view: EligibilityView }) => {
  const last = useChecks(view.caseId).find(({ state }) => state === 'done');
  const result = useJob(last?.id).data?.result as CheckResult | undefined;
  const keptBoth = useStore(checks, (state) => state.keptBoth);
  return result?.sameFiles
    ?.filter((same) => !keptBoth.includes(same.evidenceId))
    .map((same) => <Question key={same.evidenceId} view={view} same={same} />);
};

const Question = ({ view, same }: { view: EligibilityView; same: Same }) => {
  const replace = useRemoveEvidence(view.caseId);
  const older = evidenceToReplace(view, same);
  const { scope, share, sameAs, evidenceId } = same;
  if (older === undefined) return undefined;
  return (
    <Alert color="orange" title={`Same files as ${sameAs.scope}: replace it?`} role="status">
      <Stack gap="xs">
        <Text>
          {scope} shares {Math.round(share * 100)} % of its files with {sameAs.scope}, checked{' '}
          <Instant at={sameAs.at} />. Both count now.
        </Text>
        {replace.error && <ErrorNotice title="Evidence not replaced" error={replace.error} />}
        <Group gap="xs">
          <ActionButton
            size="xs"
            loading={replace.isPending}
            onClick={() =>
              replace.mutate({
                ids: older,
                reason: `Replaced: the same files were checked as "${scope}".`,
              })
            }
          >
            Replace {sameAs.scope}
          </ActionButton>
          <SmallButton
            onClick={() => checks.setState(({ keptBoth }) => ({ keptBoth: [...keptBoth, evidenceId] }))}
          >
            Keep both
          </SmallButton>
        </Group>
      </Stack>
    </Alert>
  );
};
