import type { KeyObject } from 'node:crypto';
import { isSignedBy, keyOfSecret } from '#base/webhook-signature.ts';
import { formatCount } from '#contract/format.ts';
import type { RecordedRequest } from '#contract/parity.ts';
import type { CutoverRequest } from '#contract/sandbox.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { FrozenPlan } from '#desk/cutover/on-target.ts';
import { isMessage, recordedAs } from './recorded.ts';
import { type Arrival, startRecorder } from './recorder.ts';

/** Where the requests of a dual run come from. */
export interface Source {
  /** Where both mechanisms send. */
  readonly url: string;
  /** What is under way still arrives; nothing does after it. @returns what may be missing, in sentences */
  close(): Promise<readonly string[]>;
}

type Sandbox = Pick<ServiceControl['sandbox'], 'startMirror' | 'stopMirror'>;

/**
 * Both mechanisms of the local service, mirrored to a recorder. Rules and endpoints stay as they are.
 * @param order the plan, as the service carries it out
 * @throws CatalogueError `mirror.running`, `cutover.moved`
 */
export const openMirrored = async (
  sandbox: Sandbox,
  { plan }: Pick<FrozenPlan, 'plan'>,
  order: CutoverRequest & Required<Pick<CutoverRequest, 'plan'>>,
  add: (request: RecordedRequest) => void,
): Promise<Source> => {
  const keys = Promise.withResolvers<readonly KeyObject[]>();
  const recorder = await startRecorder({
    isPlace: (place) => endpointAt(place) < plan.endpoints.length,
    async take(arrival) {
      const n = endpointAt(arrival.place);
      const isSigned = isMessage(arrival) && isOfEndpoint((await keys.promise)[n], arrival);
      add(recordedAs(arrival, { url: plan.endpoints[n]?.url ?? '', isSigned }));
    },
  });
  try {
    const { secrets } = await sandbox.startMirror({ url: recorder.url, ...order });
    keys.resolve(secrets.map(keyOfSecret));
  } catch (error) {
    keys.resolve([]);
    await recorder.close();
    throw error;
  }
  return {
    url: recorder.url,
    async close() {
      const { lost, elsewhere, drained } = await sandbox.stopMirror();
      await recorder.close();
      return [
        ...(lost === 0 ? [] : [`${formatCount(lost, 'event')} could not be mirrored.`]),
        ...(elsewhere
          ? [
              'Other processes had the store during the dual run, and what happened at them is missing. Run it with one process.',
            ]
          : []),
        ...(drained ? [] : ['Some webhooks were still to be sent when the dual run ended.']),
      ];
    },
  };
};

/** The position of the endpoint in the plan; past the end for what is no place. */
const endpointAt = (place: string): number => {
  const [, position] = /^(?:legacy|new)\/(\d{1,5})$/.exec(place) ?? [];
  return position === undefined ? Number.POSITIVE_INFINITY : Number(position);
};

const isOfEndpoint = (key: KeyObject | undefined, { headers, bytes }: Arrival): boolean => {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
  if (key === undefined || id === undefined || timestamp === undefined || signature === undefined)
    return false;
  return isSignedBy(key, { id, timestamp, signature }, bytes);
};
