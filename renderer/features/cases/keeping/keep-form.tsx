import { Stack } from '@mantine/core';
import type { CaseDialogProps } from '#renderer/features/cases/case-dialog.ts';
import { useCaseRetention } from '#renderer/lib/use-retention.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { NeedsRole } from '#renderer/ui/needs-role.tsx';
import { HoldPart } from './hold-part.tsx';
import { RulePart } from './rule-part.tsx';

/** Legal hold of a case, and how long it is kept: shown to all who see the case, changed by its admins. */
export const KeepForm = ({ found: { id, targetId } }: CaseDialogProps) => (
  <Loaded query={useCaseRetention(id)} text="Loading retention…">
    {(kept) => (
      <NeedsRole needs="admin" place={{ kind: 'case', id, targetId }}>
        <Stack gap="xl">
          <HoldPart caseId={id} kept={kept} />
          <RulePart key={JSON.stringify([kept.rule, kept.of])} caseId={id} kept={kept} />
        </Stack>
      </NeedsRole>
    )}
  </Loaded>
);
