import type { RequestDetail, RequestEntry } from '#contract/request-log.ts';
import type { Fault } from '#contract/sandbox.ts';
import { fixtureLimits } from '#contract/sandbox.ts';

const faultMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Which calls are like this one; undefined where the API has no such path, so that none would be hit. */
const callOf = ({
  method,
  route,
  path,
}: RequestEntry): Pick<Fault, 'method' | 'route' | 'path'> | undefined => {
  if (route === undefined) return undefined;
  const known = faultMethods.find((one) => one === (method === 'HEAD' ? 'GET' : method));
  return {
    ...(known !== undefined && { method: known }),
    route,
    ...(route.includes('{') && { path }),
  };
};

/** A fault of the calls that are like this one: its own failure, or 503. */
export const faultOf = ({ entry }: RequestDetail): Fault | undefined => {
  const call = callOf(entry);
  if (call === undefined) return undefined;
  const failures = ['402', '403', '429', '500', '503'] as const;
  const own = failures.find((code) => code === String(entry.statusCode));
  return { ...call, answer: entry.statusCode === 0 ? 'none' : (own ?? '503') };
};

/** The response as a fixture for the calls that are like this one; undefined where there is none to keep. */
export const fixtureOf = ({ entry, exchange }: RequestDetail): Fault | undefined => {
  const call = callOf(entry);
  if (call === undefined || exchange === undefined || entry.statusCode < 200) return undefined;
  const type = exchange.responseHeaders.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  const { text } = exchange.responseBody;
  return {
    ...call,
    answer: 'fixture',
    name: `${entry.method} ${call.route} ${entry.statusCode}`.slice(0, 200),
    fixture: {
      statusCode: entry.statusCode,
      ...(type !== undefined &&
        !/^application\/json/i.test(type) && { headers: [{ name: 'content-type', value: type }] }),
      ...(text !== undefined && text !== '' && { body: text.slice(0, fixtureLimits.bodyLength) }),
    },
  };
};
