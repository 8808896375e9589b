import type { ExchangeAnswer, ExchangeForm } from '#contract/exchange.ts';
import { FieldError } from '#contract/field-error.ts';
import { formatDuration } from '#contract/format.ts';
import { localTimes, windowTimes } from '#contract/window-rules.ts';
import { waysToRead } from '#contract/zones.ts';
import { h, show } from './dom.ts';
import { choice, field, textInput } from './field.ts';
import { type Reading, type Section, sectionElement } from './section.ts';

type WindowAnswer = Pick<ExchangeAnswer, 'window'>;
const nothing: Reading = { answer: {}, problems: [], holds: [], leftOut: ['Migration window'] };

/** Step 2: agree to the proposed window, or propose another. */
export const windowSection = ({ window, estimate }: ExchangeForm): Section => {
  const own = ownWindow();
  const radio = (value: string, label: string, checked: boolean) =>
    choice({ type: 'radio', name: 'window', value, id: `window-${value}`, checked }, label);
  const agree = radio('agree', 'Agree to this window', false);
  const propose = radio('propose', window ? 'Propose another window' : 'Propose a window', false);
  const later = radio('later', window?.agreed ? 'Keep the agreed window' : 'Decide later', true);
  const choices = [...(window && !window.agreed ? [agree] : []), propose, later];
  const follow = () => show(own.element, propose.input.checked);
  for (const { input } of choices) input.addEventListener('change', follow);
  follow();
  return {
    element: sectionElement(
      'Migration window',
      'Time in which support migrates the companies. Syncing stays disabled in your application for the whole window.',
      ...(estimate === undefined ? [] : [h('p', {}, estimateText(estimate))]),
      ...(window === undefined ? [] : [shownWindow(window)]),
      h('fieldset', {}, h('legend', {}, 'Your answer'), ...choices.map(({ element }) => element)),
      own.element,
    ),
    read(mark) {
      if (propose.input.checked) return own.read(mark);
      if (agree.input.checked && window !== undefined) {
        return { ...nothing, answer: { window: { agreed: window.id } }, holds: [agreed], leftOut: [] };
      }
      return window?.agreed ? { ...nothing, leftOut: [] } : nothing;
    },
  };
};

const agreed = 'Agreement to the proposed migration window';

const estimateText = ({ companies, likelyMs, worstMs }: NonNullable<ExchangeForm['estimate']>): string =>
  `Estimate for ${companies} companies: likely ${formatDuration(likelyMs)}, at worst ${formatDuration(worstMs)}.`;

const shownWindow = ({ agreed: isAgreed, local, ...times }: NonNullable<ExchangeForm['window']>) => {
  const here = localTimes({ ...times, otherZone: ownZone() });
  const zones = new Map([...local, ...here].map((one) => [one.zone, one]));
  return h(
    'dl',
    { class: 'facts', 'aria-label': isAgreed ? 'Agreed window' : 'Proposed window' },
    ...[...zones.values()].flatMap(({ zone, start, end }) => [
      h('dt', {}, zone),
      h('dd', {}, `${start} to ${end}`),
    ]),
  );
};

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const ownWindow = () => {
  const zones = [...new Set(['UTC', ownZone(), ...Intl.supportedValuesOf('timeZone')])].sort();
  const zone = field(
    h(
      'select',
      { id: 'window-zone' },
      ...zones.map((one) => h('option', { value: one, selected: one === ownZone() }, one)),
    ),
    { label: 'Time zone' },
  );
  const start = moment('start', 'Start');
  const end = moment('end', 'End');
  const follow = () =>
    [start, end].forEach((one) => {
      one.follow(zone.input.value);
    });
  for (const input of [zone.input, start.input, end.input]) input.addEventListener('input', follow);
  const read = (mark: boolean): Reading => {
    const proposed = { zone: zone.input.value, start: start.text(), end: end.text() };
    for (const one of [zone, start, end]) if (mark) one.say(undefined);
    try {
      const times = windowTimes(proposed, Date.now());
      const [shown] = localTimes(times);
      return {
        answer: { window: { proposed } } satisfies WindowAnswer,
        problems: [],
        holds: [`Proposed migration window: ${shown?.start} to ${shown?.end} (${times.zone})`],
        leftOut: [],
      };
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      const at = { zone, start, end }[error.item.itemId] ?? start;
      const message = error.item.message.replace(/^\w/, (first) => first.toUpperCase());
      if (mark) at.say(message);
      return { answer: {}, problems: [{ input: at.input, message }], holds: [], leftOut: [] };
    }
  };
  return { element: h('div', { class: 'grid' }, start.element, end.element, zone.element), read };
};

/** A local time; where the clock shows it twice, which of the two. */
const moment = (name: string, label: string) => {
  const base = field(textInput(`window-${name}`, { type: 'datetime-local' }), { label });
  const which = h('select', {
    'aria-label': `${label}: this time comes twice, as clocks go back`,
    hidden: true,
  });
  base.element.append(which);
  return {
    ...base,
    text: (): string => (which.hidden ? base.input.value : which.value),
    follow(zone: string): void {
      const ways = waysToRead(base.input.value, zone);
      which.replaceChildren(...ways.map((value) => h('option', { value }, value.replace('T', ' '))));
      show(which, ways.length > 0);
    },
  };
};
