import type { Target, TargetPatch, TargetRequest } from '#contract/target.ts';

/** Fields without secrets. */
interface TargetValues {
  readonly name: string;
  readonly baseUrl: string;
  readonly clientId: string;
  readonly callbackUrl: string;
  readonly concurrency: number | '';
  readonly perSecond: number | '';
}

/** Never kept beyond the form. `keep`: unchanged on the desk. */
interface TargetSecrets {
  readonly apiKey: string;
  readonly proxy: Kept;
  readonly ca: Kept;
}
export type TargetForm = TargetValues & TargetSecrets;

export type Kept =
  | { readonly what: 'keep' }
  | { readonly what: 'none' }
  | { readonly what: 'new'; readonly text: string };

export const blankValues: TargetValues = {
  name: '',
  baseUrl: '',
  clientId: '',
  callbackUrl: '',
  concurrency: '',
  perSecond: '',
};
export const noSecrets: TargetSecrets = { apiKey: '', proxy: { what: 'keep' }, ca: { what: 'keep' } };

export const valuesOf = (target: Target): TargetValues => ({
  name: target.name,
  baseUrl: target.baseUrl,
  clientId: target.clientId ?? '',
  callbackUrl: target.callbackUrl ?? '',
  concurrency: target.concurrency,
  perSecond: target.perSecond,
});

export const requestOf = ({ apiKey, proxy, ca, ...values }: TargetForm): TargetRequest => ({
  name: values.name.trim(),
  baseUrl: values.baseUrl.trim(),
  apiKey: apiKey.trim(),
  ...given('clientId', values.clientId.trim()),
  ...given('callbackUrl', values.callbackUrl.trim()),
  ...given('concurrency', values.concurrency),
  ...given('perSecond', values.perSecond),
  ...given('proxyUrl', textOf(proxy)),
  ...given('caPem', textOf(ca)),
});

/** Only changed fields; undefined: none. */
export const patchOf = (
  target: Target,
  { apiKey, proxy, ca, ...values }: TargetForm,
): TargetPatch | undefined => {
  const before = valuesOf(target);
  const changed = <K extends keyof TargetValues>(name: K): boolean => values[name] !== before[name];
  const patch: TargetPatch = {
    ...(changed('name') ? { name: values.name.trim() } : {}),
    ...(changed('baseUrl') ? { baseUrl: values.baseUrl.trim() } : {}),
    ...(changed('clientId') ? { clientId: values.clientId.trim() || null } : {}),
    ...(changed('callbackUrl') ? { callbackUrl: values.callbackUrl.trim() || null } : {}),
    ...(changed('concurrency') ? given('concurrency', values.concurrency) : {}),
    ...(changed('perSecond') ? given('perSecond', values.perSecond) : {}),
    ...given('apiKey', apiKey.trim()),
    ...(proxy.what === 'none' ? { proxyUrl: null } : given('proxyUrl', textOf(proxy))),
    ...(ca.what === 'none' ? { caPem: null } : given('caPem', textOf(ca))),
  };
  return Object.keys(patch).length === 0 ? undefined : patch;
};

const textOf = (kept: Kept): string => (kept.what === 'new' ? kept.text.trim() : '');
const given = <K extends string, V>(name: K, value: V | ''): { readonly [P in K]?: V } =>
  (value === '' ? {} : { [name]: value }) as { readonly [P in K]?: V };
