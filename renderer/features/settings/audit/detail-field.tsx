import { Radio, Stack } from '@mantine/core';
import { type AuditDetail, type AuditFormat, auditDetails } from '#contract/audit.ts';
import { detailLabels, leavesWith } from './stream-labels.ts';

interface DetailFieldProps {
  readonly format: AuditFormat;
  readonly value: AuditDetail;
  readonly onChange: (detail: AuditDetail) => void;
}

/** How much of an entry leaves, each with what that is. */
export const DetailField = ({ format, value, onChange }: DetailFieldProps) => (
  <Radio.Group label="Detail" value={value} onChange={(detail) => onChange(detail as AuditDetail)}>
    <Stack gap="xs" mt={4}>
      {auditDetails
        .filter((detail) => format !== 'notifications' || detail !== 'contents' || detail === value)
        .map((detail) => (
          <Radio
            key={detail}
            value={detail}
            label={detailLabels[detail]}
            description={leavesWith(format, detail)}
          />
        ))}
    </Stack>
  </Radio.Group>
);
