import { useQuery } from '@tanstack/react-query';
import type { DoctorPlan, DoctorRequest, DoctorResult, DoctorRuns } from '#contract/doctor.ts';
import type { Job } from '#contract/job.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { showJob } from '#renderer/lib/jobs.ts';
import { keys } from '#renderer/lib/keys.ts';

/** An endpoint, or a consumer that is none yet. */
export type Subject = Readonly<Pick<DoctorRequest, 'webhookId' | 'url'>>;

/** What a run of an endpoint of the local service will send, before anybody asks for it. */
export const useLocalPlan = (subject: Subject, load: boolean, enabled: boolean) =>
  useQuery({
    queryKey: [...keys.endpoints.all, 'doctor-plan', subject, load],
    queryFn: ({ signal }) => api.post<DoctorPlan>('/api/doctor/plan', { ...subject, load }, { signal }),
    enabled,
  });

/** What a run will send; sends nothing. The request may hold a secret. */
export const usePlanDoctor = () =>
  useApiMutation((request: DoctorRequest) => api.post<DoctorPlan>('/api/doctor/plan', request), {
    isSecret: true,
  });

export const useRunDoctor = () =>
  useApiMutation((request: DoctorRequest) => api.post<Job>('/api/doctor', request), {
    isSecret: true,
    onSuccess: (job, client) => showJob(client, job),
  });

/** Of a case, newest first. */
export const useDoctorRuns = (caseId: string | undefined) =>
  useApiQuery<DoctorRuns>([...keys.cases.of(caseId ?? ''), 'doctor'], `/api/cases/${caseId}/doctor`, {
    enabled: caseId !== undefined,
  });

export const resultIn = (job: Job | undefined): DoctorResult | undefined =>
  job?.state === 'done' ? (job.result as DoctorResult) : undefined;
