import { Stack } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import { useState } from 'react';
import type { DoctorResult, DoctorRun } from '#contract/doctor.ts';
import { useJob } from '#renderer/lib/jobs.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { JobProgress } from '#renderer/ui/job-progress.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { resultIn, useDoctorRuns } from './doctor-calls.ts';
import { DoctorForm } from './doctor-form.tsx';
import { DoctorResultView } from './doctor-result.tsx';
import { RunChoice } from './run-choice.tsx';

interface DoctorProps {
  /** Left out before the cutover, when there is only the URL. */
  readonly webhookId?: string;
  readonly url: string;
  /** Where runs are recorded, if anywhere. */
  readonly caseId?: string | undefined;
  /** A target other than the local service does not tell the secret. */
  readonly local: boolean;
  /** false: of a closed case, whose runs can only be read. */
  readonly open: boolean;
}

/** Tests of one endpoint: what will be sent, the run, its result beside the run before. */
export const Doctor = ({ webhookId, url, caseId, local, open }: DoctorProps) => {
  const [jobId, setJobId] = useState<string>();
  const [chosen, setChosen] = useState<number>();
  const job = useJob(jobId).data;
  const query = useDoctorRuns(caseId);
  const runs = query.data?.results.filter(
    (run) => (webhookId !== undefined && run.webhookId === webhookId) || run.result.url === url,
  );
  const shown = shownOf(runs, chosen, resultIn(job));
  return (
    <Stack>
      {open && (
        <DoctorForm
          subject={webhookId === undefined ? { url } : { webhookId }}
          caseId={caseId}
          local={local}
          running={job?.state === 'running'}
          onStarted={(id) => {
            setJobId(id);
            setChosen(undefined);
          }}
        />
      )}
      {job?.state === 'running' && <JobProgress job={job} title="Doctor" noun="run" />}
      {job?.state === 'failed' && <ErrorNotice title="Not tested" error={new Error(job.error)} />}
      {runs !== undefined && runs.length > 1 && (
        <RunChoice runs={runs} shown={chosen ?? runs[0]?.seq} onChoose={setChosen} />
      )}
      {shown === undefined ? (
        job?.state !== 'running' &&
        (runs === undefined && caseId !== undefined ? (
          <Loaded query={query} text="Loading doctor runs…">
            {() => undefined}
          </Loaded>
        ) : (
          <Empty
            icon={<IconStethoscope aria-hidden />}
            title="Not tested yet"
            text="Sends signed, wrongly signed, large, repeated and late events, and checks every response."
          />
        ))
      ) : (
        <DoctorResultView key={shown.result.at} {...shown} />
      )}
    </Stack>
  );
};

interface Shown {
  readonly result: DoctorResult;
  /** The run before of the same URL. */
  readonly before?: DoctorResult | undefined;
  readonly actor?: string;
}

const shownOf = (
  runs: readonly DoctorRun[] | undefined,
  chosen: number | undefined,
  ended: DoctorResult | undefined,
): Shown | undefined => {
  const at = Math.max(0, runs?.findIndex(({ seq }) => seq === chosen) ?? 0);
  const run = runs?.[at];
  if (run === undefined) return ended && { result: ended };
  const before = runs?.slice(at + 1).find(({ result }) => result.url === run.result.url);
  return { result: run.result, before: before?.result, actor: run.actor };
};
