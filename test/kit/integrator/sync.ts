/** An integrator's calls of the API: it retries what may be retried, and gives up on the rest. */
export interface Api {
  readonly url: string;
  readonly headers: { readonly authorization: string };
}

export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

const retried: ReadonlySet<number> = new Set([429, 500, 503]);
const tries = 5;

// biome-ignore lint/suspicious/noExplicitAny: an application knows what it asked for
export const call = async (api: Api, method: string, path: string, body?: unknown): Promise<any> => {
  for (let left = tries; ; left -= 1) {
    const response = await fetch(api.url + path, {
      method,
      headers: { ...api.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.ok) return text === '' ? undefined : JSON.parse(text);
    if (left === 1 || !retried.has(response.status)) throw new ApiError(response.status, text);
  }
};

export interface LinkedCompany {
  readonly id: string;
  readonly connectionId: string;
}

/** A company that is connected by tokens from the integrator's own application. */
export const connectCompany = async (
  api: Api,
  name: string,
  platformKey: string,
  credentials: Readonly<Record<string, string>>,
): Promise<LinkedCompany> => {
  const { id } = await call(api, 'POST', '/companies', { name });
  const connection = await call(api, 'POST', `/companies/${id}/connections`, { platformKey });
  await call(api, 'PUT', `/companies/${id}/connections/${connection.id}/authorization`, credentials);
  return { id, connectionId: connection.id };
};

export const syncAll = (api: Api, companyId: string): Promise<void> =>
  call(api, 'POST', `/companies/${companyId}/data/all`);

/** The data types that are not complete. */
export const openDataTypes = async (api: Api, companyId: string): Promise<string[]> => {
  const status: Record<string, { currentStatus: string }> = await call(
    api,
    'GET',
    `/companies/${companyId}/dataStatus`,
  );
  return Object.entries(status)
    .filter(([, { currentStatus }]) => currentStatus !== 'Complete')
    .map(([dataType]) => dataType);
};
