import { Select } from '@mantine/core';
import type { DoctorRun } from '#contract/doctor.ts';
import { dateTime } from '#renderer/lib/format.ts';
import { verdictLabels } from './doctor-labels.ts';

interface RunChoiceProps {
  readonly runs: readonly DoctorRun[];
  readonly shown: number | undefined;
  readonly onChoose: (seq: number) => void;
}

/** Which of the case's runs is shown. */
export const RunChoice = ({ runs, shown, onChoose }: RunChoiceProps) => (
  <Select
    label="Run"
    w={320}
    allowDeselect={false}
    value={shown === undefined ? null : String(shown)}
    onChange={(seq) => seq !== null && onChoose(Number(seq))}
    data={runs.map(({ seq, at, actor, result }) => ({
      value: String(seq),
      label: `${dateTime(at)}, ${actor}: ${verdictLabels[result.verdict]}`,
    }))}
  />
);
