import type { ExchangeAnswer, ExchangeForm } from '#contract/exchange.ts';
import { FieldError } from '#contract/field-error.ts';
import { localTimes, windowTimes } from '#contract/window-rules.ts';
import { ownZone, waysToRead } from '#contract/zones.ts';
import { h, show } from './dom.ts';
import { choice, field, textInput } from './field.ts';
import type { Language } from './language.ts';
import { type Reading, type Section, sectionElement } from './section.ts';

type Shown = ReturnType<typeof localTimes>[number];
type WindowAnswer = Pick<ExchangeAnswer, 'window'>;
const nothing: Reading = { answer: {}, problems: [], holds: [], leftOut: [] };

/** Step 2: agree to the proposed window, or propose another. */
export const windowSection = ({ window, estimate }: ExchangeForm, language: Language): Section => {
  const { say } = language;
  const own = ownWindow(language);
  const radio = (value: string, label: string, checked: boolean) =>
    choice({ type: 'radio', name: 'window', value, id: `window-${value}`, checked }, label);
  const agree = radio('agree', say('window.agree'), false);
  const propose = radio('propose', say(window ? 'window.proposeOther' : 'window.propose'), false);
  const later = radio('later', say(window?.agreed ? 'window.keep' : 'window.later'), true);
  const choices = [...(window && !window.agreed ? [agree] : []), propose, later];
  const follow = () => show(own.element, propose.input.checked);
  for (const { input } of choices) input.addEventListener('change', follow);
  follow();
  return {
    element: sectionElement(
      'window',
      { title: say('window.title'), intro: say('window.intro') },
      ...(estimate === undefined ? [] : [h('p', {}, estimateText(estimate, language))]),
      ...(window === undefined ? [] : [shownWindow(window, language)]),
      h('fieldset', {}, h('legend', {}, say('window.answer')), ...choices.map(({ element }) => element)),
      own.element,
    ),
    read(mark) {
      if (propose.input.checked) return own.read(mark);
      if (agree.input.checked && window !== undefined) {
        return { ...nothing, answer: { window: { agreed: window.id } }, holds: [say('window.agreement')] };
      }
      return window?.agreed ? nothing : { ...nothing, leftOut: [say('window.title')] };
    },
  };
};

const estimateText = (
  { companies, likelyMs, worstMs }: NonNullable<ExchangeForm['estimate']>,
  { count, duration }: Language,
): string => count(companies, 'window.estimate', { likely: duration(likelyMs), worst: duration(worstMs) });

const shownWindow = (
  { agreed: isAgreed, local, ...times }: NonNullable<ExchangeForm['window']>,
  language: Language,
) => {
  const here = localTimes({ ...times, otherZone: ownZone() });
  const zones = new Map([...local, ...here].map((one) => [one.zone, one]));
  return h(
    'dl',
    { class: 'facts', 'aria-label': language.say(isAgreed ? 'window.agreed' : 'window.proposed') },
    ...[...zones.values()].flatMap((one) => [h('dt', {}, one.zone), h('dd', {}, timesText(one, language))]),
  );
};

const timesText = ({ start, end }: Shown, { say, dates }: Language): string =>
  dates(say('window.times', { start, end }));

const ownWindow = (language: Language) => {
  const { say, rule } = language;
  const zones = [...new Set(['UTC', ownZone(), ...Intl.supportedValuesOf('timeZone')])].sort();
  const zone = field(
    h(
      'select',
      { id: 'window-zone' },
      ...zones.map((one) => h('option', { value: one, selected: one === ownZone() }, one)),
    ),
    { label: say('window.zone') },
    language,
  );
  const start = moment('start', say('window.start'), language);
  const end = moment('end', say('window.end'), language);
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
      const [shown] = localTimes(times) as [Shown];
      return {
        answer: { window: { proposed } } satisfies WindowAnswer,
        problems: [],
        holds: [say('window.holds', { times: timesText(shown, language), zone: times.zone })],
        leftOut: [],
      };
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      const at = { zone, start, end }[error.item.itemId] ?? start;
      const message = rule(error.rule, error.item.itemId);
      if (mark) at.say(message);
      return { answer: {}, problems: [{ input: at.input, message }], holds: [], leftOut: [] };
    }
  };
  return { element: h('div', { class: 'grid' }, start.element, end.element, zone.element), read };
};

/** A local time; where the clock shows it twice, which of the two. */
const moment = (name: string, label: string, language: Language) => {
  const base = field(textInput(`window-${name}`, { type: 'datetime-local' }), { label }, language);
  const which = h('select', {
    'aria-label': language.say('window.twice', { label }),
    hidden: true,
  });
  base.element.append(which);
  return {
    ...base,
    text: (): string => (which.hidden ? base.input.value : which.value),
    follow(zone: string): void {
      const ways = waysToRead(base.input.value, zone);
      which.replaceChildren(
        ...ways.map((value) => h('option', { value }, language.dates(value.replace('T', ' ')))),
      );
      show(which, ways.length > 0);
    },
  };
};
