import { answeredRefs } from '#contract/answer-format.ts';
import type { ExchangeForm } from '#contract/exchange.ts';
import { formatCount } from '#contract/format.ts';
import { h, show } from './dom.ts';
import { choice, field } from './field.ts';
import { type Section, sectionElement } from './section.ts';

/** Step 4: for which companies syncing is disabled in the integrator's application. */
export const syncingSection = (form: ExchangeForm): Section => {
  const { companies, companiesOpen, platformName } = form;
  const listed = companies.length === companiesOpen ? companyList(form) : companyText(companiesOpen);
  const all = choice(
    { type: 'checkbox', id: 'syncing-list' },
    'Syncing is disabled for every company of the token list above',
  );
  return {
    element: sectionElement(
      'Disabled syncing',
      `Before a token is copied, your application must stop using it: a later refresh at ${platformName} makes the copy invalid. Companies without confirmation are not migrated.`,
      ...(companiesOpen > 0 ? [listed.element] : []),
      all.element,
    ),
    read(mark) {
      const { refs, problems } = listed.read(mark);
      const list = all.input.checked;
      if (problems.length > 0) return { answer: {}, problems, holds: [], leftOut: [] };
      if (refs.length === 0 && !list)
        return { answer: {}, problems, holds: [], leftOut: ['Confirmation of disabled syncing'] };
      return {
        answer: { syncing: { refs: [...refs], list } },
        problems,
        holds: [
          ...(refs.length === 0
            ? []
            : [`Syncing disabled for ${formatCount(refs.length, 'company', 'companies')}`]),
          ...(list ? ['Syncing disabled for every company of the token list'] : []),
        ],
        leftOut: [],
      };
    },
  };
};

interface Confirmed {
  readonly refs: readonly string[];
  readonly problems: readonly { readonly input: HTMLElement; readonly message: string }[];
}

const companyList = ({ companies }: ExchangeForm) => {
  const boxes = companies.map(({ ref, name }, at) => ({
    ref,
    text: `${name} ${ref}`.toLowerCase(),
    ...choice({ type: 'checkbox', id: `company-${at}` }, name === ref ? name : `${name} (${ref})`),
  }));
  const counted = h('p', { class: 'help', 'aria-live': 'polite' });
  const count = () => {
    const chosen = boxes.filter(({ input }) => input.checked).length;
    counted.textContent = `${chosen} of ${formatCount(boxes.length, 'company', 'companies')} confirmed`;
  };
  const filter = field(h('input', { id: 'company-filter', type: 'search', autocomplete: 'off' }), {
    label: 'Filter companies',
  });
  filter.input.addEventListener('input', () => {
    const wanted = filter.input.value.trim().toLowerCase();
    for (const { element, text } of boxes) show(element, text.includes(wanted));
  });
  const setAll = (label: string, isChecked: boolean) => {
    const button = h('button', { type: 'button', class: 'small' }, label);
    button.addEventListener('click', () => {
      for (const { element, input } of boxes) if (!element.hidden) input.checked = isChecked;
      count();
      button.dispatchEvent(new Event('change', { bubbles: true }));
    });
    return button;
  };
  const list = h('div', { class: 'companies' }, ...boxes.map(({ element }) => element));
  list.addEventListener('change', count);
  count();
  return {
    element: h(
      'fieldset',
      {},
      h('legend', {}, 'Syncing is disabled for'),
      ...(boxes.length > 10 ? [filter.element] : []),
      h('div', { class: 'row' }, setAll('Select all shown', true), setAll('Clear all shown', false), counted),
      list,
    ),
    read: (_mark: boolean): Confirmed => ({
      refs: boxes.filter(({ input }) => input.checked).map(({ ref }) => ref),
      problems: [],
    }),
  };
};

const companyText = (open: number) => {
  const text = field(h('textarea', { id: 'company-refs', rows: '6', spellcheck: 'false' }), {
    label: 'Syncing is disabled for',
    help: `Refs or names, one per line. ${formatCount(open, 'company', 'companies')} of this migration lack a confirmation.`,
    note: 'optional',
  });
  return {
    element: text.element,
    read(mark: boolean): Confirmed {
      const refs = [
        ...new Set(
          text.input.value
            .split(/\r?\n/)
            .map((line) => line.trim())
            .filter((line) => line !== ''),
        ),
      ];
      const tooLong = refs.findIndex((ref) => ref.length > 200);
      const message =
        refs.length > answeredRefs
          ? `There are ${refs.length} companies; the limit is ${answeredRefs}. Send the others with a second form.`
          : tooLong >= 0
            ? `Line ${tooLong + 1} has more than 200 characters. Write one ref or name per line.`
            : undefined;
      if (mark) text.say(message);
      return { refs, problems: message === undefined ? [] : [{ input: text.input, message }] };
    },
  };
};
