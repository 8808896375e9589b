/** A call of a desk's API by whoever the headers say, such as `authorization`; its answer as JSON. */
export const callAs =
  (deskUrl: string) =>
  async (headers: Readonly<Record<string, string>>, method: string, path: string, body?: unknown) => {
    const response = await fetch(deskUrl + path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
