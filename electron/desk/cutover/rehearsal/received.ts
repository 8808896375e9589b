import { parseBounded } from '#base/json/parse-bounded.ts';
import type { CutoverPlan } from '#contract/cutover.ts';
import type { RecordedRequest } from '#contract/parity.ts';
import type { ReceivedRequest, Receiver } from '#contract/receiver.ts';
import type { Source } from './mirrored.ts';

type Watched = Pick<Receiver, 'start' | 'received' | 'subscribe'>;

/**
 * What the built-in receiver takes from now on: of a remote target, whoever sets it up points both mechanisms there.
 * @throws CatalogueError `receiver.portInUse`
 */
export const openReceived = async (
  receiver: Watched,
  add: (request: RecordedRequest) => void,
  failed: (error: unknown) => void,
): Promise<Source> => {
  const { url = '' } = await receiver.start({});
  let lastId = (await receiver.received({}))[0]?.id ?? 0;
  /** One reading after another: each begins where the last one ended. */
  let reading: Promise<void> = Promise.resolve();
  let isWhole = true;
  const readOn = async (): Promise<void> => {
    const newest = await receiver.received({ after: lastId, reveal: true });
    for (const request of newest.toReversed()) add(recordedOf(request, url));
    lastId = newest[0]?.id ?? lastId;
  };
  const unsubscribe = receiver.subscribe(({ type }) => {
    if (type !== 'received') return;
    reading = reading.then(readOn).catch((error) => {
      isWhole = false;
      failed(error);
    });
  });
  return {
    url,
    async close() {
      unsubscribe();
      await reading;
      return isWhole ? [] : ['Some of what the receiver took could not be read.'];
    },
  };
};

const recordedOf = (received: ReceivedRequest, base: string): RecordedRequest => ({
  at: received.at,
  url: base + received.path,
  headers: Object.fromEntries(received.headers.map(({ name, value }) => [name.toLowerCase(), value])),
  body: received.body,
  statusCode: received.answered.statusCode,
});

const mostValues = 100_000;

/**
 * Which URL of a plan a request at the receiver stands for: that with the same path and query; else that of the rule that
 * an alert names, or of the first endpoint that the message of an event is for; else its own.
 */
export const plannedUrl = (plan: Pick<CutoverPlan, 'endpoints' | 'rules'>) => {
  const urls = [...new Set(plan.endpoints.map(({ url }) => url))];
  const byPath = new Map(urls.map((url) => [pathOf(url), url]));
  const byRule = new Map(plan.rules.map(({ ruleId, url }) => [ruleId.toLowerCase(), url]));
  return (request: RecordedRequest): string => {
    const known = urls.length === 1 ? urls[0] : byPath.get(pathOf(request.url));
    if (known !== undefined) return known;
    const { RuleId, eventType, payload } = bodyOf(request);
    if (typeof RuleId === 'string') return byRule.get(RuleId.toLowerCase()) ?? request.url;
    const company = (payload as { referenceCompany?: { id?: unknown } } | undefined)?.referenceCompany?.id;
    const companyId = typeof company === 'string' ? company.toLowerCase() : undefined;
    const listening = plan.endpoints.find(
      (endpoint) =>
        endpoint.eventTypes.includes(String(eventType)) &&
        (endpoint.companyId === undefined || endpoint.companyId.toLowerCase() === companyId),
    );
    return listening?.url ?? request.url;
  };
};

const pathOf = (url: string): string => {
  const parsed = URL.parse(url);
  return parsed === null ? url : parsed.pathname + parsed.search;
};

const bodyOf = ({ body }: RecordedRequest): Readonly<Record<string, unknown>> => {
  if (typeof body !== 'string') return body;
  try {
    const value = parseBounded(body, { values: mostValues });
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};
