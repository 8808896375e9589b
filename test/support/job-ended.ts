import { until } from './host-process.ts';
import type { Call } from './test-host.ts';

/**
 * A job of a desk once it has ended, whatever its end. Asking without a pause would take more of the processor than what
 * the job does.
 */
export const jobEnded = (desk: Call, jobId: string) =>
  until(async () => {
    const { status, body } = await desk('GET', `/api/jobs/${jobId}`);
    if (status !== 200) throw new Error(`The job ${jobId} was answered with ${status}.`);
    return body.state !== 'running' && body;
  }, 10);
