import type { Static } from 'typebox';
import type { GuidedStep } from '#contract/header-setup.ts';
import type { Webhook } from '#contract/webhook.ts';
import type { Place } from './place.ts';
import { canTrigger } from './trigger.ts';
import type { KnownHeader } from './values.ts';

type Step = Static<typeof GuidedStep>;

/** What a person does by hand for a remote target, whose API refuses headers. Source: `docs/reference/rules/endpoints.md#custom-headers`. */
export const guideFor = (
  { target, state }: Place,
  webhook: Webhook,
  headers: readonly KnownHeader[],
  reveal: boolean,
): Step[] => {
  if (target.kind === 'local' || headers.length === 0) return [];
  const step = (what: string, values: Step['values'] = []): Step => ({ what, values });
  const trigger = canTrigger(webhook)
    ? ' or trigger an event (`--trigger`),'
    : ' or wait for the next event,';
  return [
    step(`Open the management portal of "${target.name}" and there this endpoint, with its custom headers.`, [
      { name: 'Endpoint', value: webhook.id },
      { name: 'URL', value: webhook.url },
    ]),
    step(
      reveal
        ? 'Add these headers, or replace their values. Paste each value exactly, without spaces around it. Save.'
        : 'Add these headers, or replace their values. Reveal the masked values to paste them. Save.',
      headers.map(({ name, value, masked }) => ({
        name,
        value: reveal ? (value ?? notHere(masked)) : masked,
      })),
    ),
    step(
      `Make a change that sends an event,${trigger} and take the headers of the request from the consumer's log. Then compare them, in the app or by \`carryover headers check ${state.id.slice(0, 8)} ${webhook.id.slice(0, 8)} --received FILE\``,
    ),
    step(
      'If a header is missing: open the endpoint again and check that it was saved. If it differs: paste it again. If the response is 401 or 403: ask for the value that the consumer expects, set it here, and paste it.',
    ),
  ];
};

const notHere = (masked: string): string =>
  `${masked} (not stored here: the case was imported without secrets)`;
