import { SimpleGrid } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { AuditDetail } from '#contract/audit.ts';
import { withQuery } from '#renderer/lib/api.ts';
import { utcOf } from '#renderer/lib/picked-time.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { DayInput } from '#renderer/ui/date-input.tsx';
import { useSaving } from '#renderer/ui/save-button.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { DetailField } from './detail-field.tsx';

interface Values {
  readonly from: string | null;
  readonly to: string | null;
  readonly detail: AuditDetail;
}

/** What was recorded, as a file. */
export const ExportPart = () => {
  const saving = useSaving();
  const form = useDraftForm<Values>({
    initialValues: { from: null, to: null, detail: 'words' },
    error: undefined,
  });
  const { from, to, detail } = form.values;
  const isBackwards = from !== null && to !== null && utcOf(to) <= utcOf(from);
  return (
    <Section title="Export" description="The same events as a file: NDJSON, one event a line">
      <ActionForm
        form={form}
        saving={{ isPending: saving.isPending, error: undefined }}
        reads
        action="Export events…"
        icon={IconDownload}
        blocked={isBackwards ? 'The period ends before it begins.' : undefined}
        onSubmit={() => saving.mutate({ path: pathOf(form.values) })}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} maw={560}>
          <DayInput
            label="Recorded from"
            placeholder="Beginning"
            withTime
            clearable
            {...form.getInputProps('from')}
          />
          <DayInput
            label="Recorded before"
            placeholder="Now"
            withTime
            clearable
            {...form.getInputProps('to')}
          />
        </SimpleGrid>
        <DetailField
          format="ndjson"
          value={detail}
          onChange={(value) => form.setFieldValue('detail', value)}
        />
      </ActionForm>
    </Section>
  );
};

const pathOf = ({ from, to, detail }: Values): string =>
  withQuery('/api/audit/events', {
    from: from === null ? undefined : utcOf(from),
    to: to === null ? undefined : utcOf(to),
    detail,
  });
