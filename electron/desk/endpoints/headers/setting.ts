import { mask } from '#base/sealing.ts';
import { type CustomHeader, checkHeaders } from '#contract/header-rules.ts';
import type { HeaderSetupRequest } from '#contract/header-setup.ts';
import { chosenHeaders, keptHeaders, lowerNames } from './chosen.ts';
import { clientIdOf, type Modules, type Place, refuseUnlessOpen } from './place.ts';
import { headerSecret, type KnownHeader, knownHeaders } from './values.ts';

/** Merges what was chosen into what is there, sets or plans it, and puts it on record. */
export const setHeaders = async (
  modules: Modules,
  place: Place,
  webhookId: string,
  request: HeaderSetupRequest,
  actor: string,
): Promise<void> => {
  const { cases, context, control } = modules;
  const { state, target } = place;
  refuseUnlessOpen(place);
  const chosen = chosenHeaders(request, clientIdOf(place));
  const before = await knownHeaders(modules, place, webhookId);
  const after = [...keptHeaders(before, chosen, request.remove).map(asCustom), ...chosen];
  checkHeaders(after);

  const dropped = lowerNames(request.remove ?? []);
  const removed = before.filter(({ name }) => dropped.has(name.toLowerCase())).map(({ name }) => name);
  if (chosen.length === 0 && removed.length === 0) return;
  const local = target.kind === 'local';
  if (local) await control.endpoints.setHeaders(webhookId, { headers: after });
  const headers = chosen.map(({ name, value }) => ({
    name,
    masked: mask(value),
    fingerprint: context.fingerprint(value),
  }));
  const content = { targetId: target.id, webhookId, headers, removed };
  if (local) {
    await cases.act(state.id, actor, { kind: 'headers.set', content });
    return;
  }
  const secrets = [...chosen, ...removed.map((name) => ({ name, value: undefined }))].map(
    ({ name, value }) => ({ name: headerSecret(webhookId, name), value }),
  );
  await cases.act(state.id, actor, { kind: 'headers.planned', content }, { secrets });
};

/** A value that is not at hand counts with the length of its mask. */
const asCustom = ({ name, value, masked }: KnownHeader): CustomHeader => ({
  name,
  value: value ?? 'x'.repeat(masked.length),
});
