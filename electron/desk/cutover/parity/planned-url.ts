import { parseBounded } from '#base/json/parse-bounded.ts';
import type { CutoverPlan } from '#contract/cutover.ts';
import type { RecordedRequest } from '#contract/parity.ts';

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
