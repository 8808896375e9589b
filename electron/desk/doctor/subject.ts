import type { DoctorRequest } from '#contract/doctor.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import { formatList } from '#contract/format.ts';
import { checkHeaders } from '#contract/header-rules.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { localTargetId } from '#contract/target.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { readWebhooks } from '#desk/targets/read-webhooks.ts';
import type { Targets } from '#desk/targets/targets.ts';
import type { Subject } from './doctor.ts';
import { keyOf } from './signing.ts';

interface SubjectParts {
  readonly cases: Pick<Cases, 'state'>;
  readonly targets: Pick<Targets, 'client'>;
  readonly control: Pick<ServiceControl, 'endpoints'>;
}

export interface NamedSubject extends Subject {
  readonly webhookId?: string;
  readonly caseId?: string;
  /** Where the secret comes from. */
  readonly secret: 'given' | 'endpoint' | 'none';
}

/** What is known of an endpoint. */
interface Known {
  readonly id?: string;
  readonly url: string;
  readonly eventTypes?: readonly string[];
  readonly secret?: string;
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
}

/** What a request names, with what the local service or the target knows of it. What the request gives counts first. */
export const createSubjects =
  (parts: SubjectParts) =>
  async (request: DoctorRequest): Promise<NamedSubject> => {
    const { caseId, load = false } = request;
    const state = caseId === undefined ? undefined : await openCase(parts.cases, caseId);
    const endpoint = await endpointOf(parts, request, state);
    const headers = headersOf(request.headers ?? [], endpoint?.headers ?? []);
    return {
      url: checkedUrl(request.url ?? endpoint?.url ?? ''),
      headers,
      load,
      ...secretOf(request, endpoint, Object.values(headers)),
      ...(endpoint?.eventTypes === undefined ? {} : { eventTypes: endpoint.eventTypes }),
      ...(endpoint?.id === undefined ? {} : { webhookId: endpoint.id }),
      ...(caseId === undefined ? {} : { caseId }),
    };
  };

type Headers = NonNullable<Known['headers']>;

/** @throws CatalogueError `request.invalid` */
const headersOf = (given: Headers, ofEndpoint: Headers): Record<string, string> => {
  checkHeaders(given);
  const taken = new Set(given.map(({ name }) => name.toLowerCase()));
  const others = ofEndpoint.filter(({ name }) => !taken.has(name.toLowerCase()));
  return Object.fromEntries([...others, ...given].map(({ name, value }) => [name, value]));
};

const secretOf = (
  { secret: given }: DoctorRequest,
  endpoint: Known | undefined,
  secrets: readonly string[],
): Pick<NamedSubject, 'key' | 'secret' | 'secrets'> => {
  const secret = given ?? endpoint?.secret;
  if (secret === undefined) return { secret: 'none', secrets };
  const source = given === undefined ? 'endpoint' : 'given';
  return { key: keyOf(secret), secret: source, secrets: [...secrets, secret] };
};

/** What can't be recorded at the end is not begun. @throws CatalogueError `case.notFound`, `case.notOpen` */
const openCase = async (cases: SubjectParts['cases'], caseId: string): Promise<CaseState> => {
  const state = await cases.state(caseId);
  if (state.state !== 'open') throw new CatalogueError('case.notOpen', { state: state.state });
  return state;
};

/** @throws CatalogueError `request.invalid` */
const checkedUrl = (text: string): URL => {
  const refuse = (message: string) => invalid({ itemId: 'url', message, validatorName: 'url' });
  const url = URL.parse(text.trim());
  if (url === null) throw refuse('url must be a full URL, such as https://example.com/hooks.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refuse('url must begin with http:// or https://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('url must not contain a user or password. Give Authorization as a header.');
  }
  url.hash = '';
  return url;
};

/** @throws CatalogueError `webhook.notFound`, `doctor.nothingToTest`, `doctor.severalEndpoints`; also TargetError */
const endpointOf = async (
  parts: SubjectParts,
  { url, webhookId }: DoctorRequest,
  state: CaseState | undefined,
): Promise<Known | undefined> => {
  const isLocal = state === undefined || state.targetId === localTargetId;
  if (webhookId !== undefined) {
    return isLocal ? localEndpoint(parts, webhookId) : remoteEndpoint(parts, state.targetId, webhookId);
  }
  if (url !== undefined) return isLocal && state !== undefined ? localEndpointAt(parts, url) : undefined;
  if (state === undefined) throw new CatalogueError('doctor.nothingToTest');
  const [first, ...others] = endpointsOf(state);
  if (first === undefined) throw new CatalogueError('doctor.nothingToTest');
  if (others.length > 0) {
    const candidates = [first, ...others].map(({ id, url: one }) =>
      id ? `${id.slice(0, 8)} (${one})` : one,
    );
    throw new CatalogueError('doctor.severalEndpoints', { candidates: formatList(candidates, 10) });
  }
  if (first.id !== undefined && isLocal) return localEndpoint(parts, first.id);
  return first;
};

const localEndpoint = async ({ control }: SubjectParts, webhookId: string): Promise<Known> => {
  const { endpoints } = control;
  const { url, eventTypes } = await endpoints.show(webhookId);
  const { secret } = await endpoints.secret(webhookId);
  return { id: webhookId, url, eventTypes, secret, headers: await endpoints.headers(webhookId, true) };
};

/** The one endpoint of the local service that has the URL; of several nobody knows which is meant. */
const localEndpointAt = async (parts: SubjectParts, url: string): Promise<Known | undefined> => {
  const [only, ...others] = (await parts.control.endpoints.list()).filter((one) => one.url === url.trim());
  return only === undefined || others.length > 0 ? undefined : localEndpoint(parts, only.id);
};

/** A target never tells secrets and headers. */
const remoteEndpoint = async (
  { targets }: SubjectParts,
  targetId: string,
  webhookId: string,
): Promise<Known> => {
  const all = await readWebhooks(await targets.client(targetId));
  const found = all.find(({ id }) => id === webhookId.toLowerCase());
  if (found === undefined) throw new CatalogueError('webhook.notFound', { webhookId });
  return { id: found.id, url: found.url, eventTypes: found.eventTypes };
};

/** Those that the last cutover of the case's target made, or else those of its last plan. */
const endpointsOf = ({ targetId, grants, plans }: CaseState): readonly Known[] => {
  const grant = grants.findLast((one) => one.targetId === targetId);
  if (grant !== undefined) {
    return grant.result.endpoints.map(({ webhook: { id, url, eventTypes } }) => ({ id, url, eventTypes }));
  }
  const planned = plans.findLast((one) => one.targetId === targetId)?.plan.endpoints ?? [];
  return planned.map(({ url, eventTypes }) => ({ url, eventTypes }));
};
