import { mask } from '#base/sealing.ts';
import type { SetupHeader } from '#contract/header-setup.ts';
import type { Modules, Place } from './place.ts';

/** One header of an endpoint as the desk knows it. */
export interface KnownHeader {
  readonly name: string;
  readonly masked: string;
  readonly fingerprint: string;
  /** Absent if the case was imported without its secrets. */
  readonly value?: string;
  readonly state: SetupHeader['state'];
}

export const headerSecret = (webhookId: string, name: string): string =>
  `header:${webhookId}:${name.toLowerCase()}`;

/** What is set on the local service, or planned for a remote target. */
export const knownHeaders = async (
  { context, cases, control }: Modules,
  { state, target }: Place,
  webhookId: string,
): Promise<KnownHeader[]> => {
  if (target.kind === 'local') {
    const set = await control.endpoints.headers(webhookId, true);
    return set.map(({ name, value }) => ({
      name,
      value,
      masked: mask(value),
      fingerprint: context.fingerprint(value),
      state: 'set',
    }));
  }
  const planned = state.headers.get(webhookId);
  if (planned === undefined || planned.targetId !== target.id) return [];
  const known: KnownHeader[] = [];
  for (const { name, masked, fingerprint } of planned.planned) {
    const value = await cases.secret(state.id, headerSecret(webhookId, name));
    known.push({ name, masked, fingerprint, ...(value === undefined ? {} : { value }), state: 'planned' });
  }
  return known;
};

export const findHeader = (headers: readonly KnownHeader[], name: string): KnownHeader | undefined =>
  headers.find((header) => header.name.toLowerCase() === name.toLowerCase());
