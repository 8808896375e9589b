import { Drawer, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBook2 } from '@tabler/icons-react';
import type { CaseView } from '#contract/case.ts';
import { sampleCaseName } from '#contract/sample-name.ts';
import { useFirstMigration } from '#renderer/lib/first-migration.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { FirstSteps } from '#renderer/ui/first-steps.tsx';
import { HelpLink } from '#renderer/ui/help-link.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';

/** The checklist of the sample case, on each of its screens. */
export const SampleGuide = ({ found }: { found: CaseView }) => {
  const [opened, { open, close }] = useDisclosure(false);
  if (found.name !== sampleCaseName) return undefined;
  return (
    <>
      <SmallButton icon={IconBook2} onClick={open}>
        Sample guide
      </SmallButton>
      <Drawer opened={opened} onClose={close} title="Sample guide" position="right" size="lg">
        <Guide caseId={found.id} onGo={close} />
      </Drawer>
    </>
  );
};

const Guide = ({ caseId, onGo }: { readonly caseId: string; readonly onGo: () => void }) => {
  const { steps, error } = useFirstMigration();
  return (
    <>
      <Text size="sm" mb="xs">
        This case is a sample: everything happens in the local service. Steps complete automatically.{' '}
        <HelpLink topic="guides/first-migration">Open as a guide</HelpLink>
      </Text>
      {error && <ErrorNotice title="Not all of it could be read" error={error} />}
      <FirstSteps steps={steps} caseId={caseId} onGo={onGo} />
    </>
  );
};
