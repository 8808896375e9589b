import { answeredRefs, refCharacters } from '#contract/answer-format.ts';
import type { ExchangeForm } from '#contract/exchange.ts';
import { h, show } from './dom.ts';
import { choice, field } from './field.ts';
import type { Language } from './language.ts';
import { type Section, sectionElement } from './section.ts';

/** Step 4: for which companies syncing is disabled in the integrator's application. */
export const syncingSection = (form: ExchangeForm, language: Language): Section => {
  const { companies, companiesOpen, platformName: platform } = form;
  const { say, count } = language;
  const listed =
    companies.length === companiesOpen ? companyList(form, language) : companyText(companiesOpen, language);
  const all = choice({ type: 'checkbox', id: 'syncing-list' }, say('syncing.list'));
  return {
    element: sectionElement(
      'syncing',
      { title: say('syncing.title'), intro: say('syncing.intro', { platform }) },
      ...(companiesOpen > 0 ? [listed.element] : []),
      all.element,
    ),
    read(mark) {
      const { refs, problems } = listed.read(mark);
      const list = all.input.checked;
      if (problems.length > 0) return { answer: {}, problems, holds: [], leftOut: [] };
      if (refs.length === 0 && !list)
        return { answer: {}, problems, holds: [], leftOut: [say('syncing.leftOut')] };
      return {
        answer: { syncing: { refs: [...refs], list } },
        problems,
        holds: [
          ...(refs.length === 0 ? [] : [count(refs.length, 'syncing.holds')]),
          ...(list ? [say('syncing.holdsList')] : []),
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

const companyList = ({ companies }: ExchangeForm, language: Language) => {
  const { say, count } = language;
  const boxes = companies.map(({ ref, name }, at) => ({
    ref,
    text: `${name} ${ref}`.toLowerCase(),
    ...choice({ type: 'checkbox', id: `company-${at}` }, name === ref ? name : `${name} (${ref})`),
  }));
  const counted = h('p', { class: 'help', 'aria-live': 'polite' });
  const recount = () => {
    const chosen = boxes.filter(({ input }) => input.checked).length;
    counted.textContent = count(boxes.length, 'syncing.confirmed', { chosen });
  };
  const filter = field(
    h('input', { id: 'company-filter', type: 'search', autocomplete: 'off' }),
    { label: say('syncing.filter') },
    language,
  );
  filter.input.addEventListener('input', () => {
    const wanted = filter.input.value.trim().toLowerCase();
    for (const { element, text } of boxes) show(element, text.includes(wanted));
  });
  const setAll = (label: string, isChecked: boolean) => {
    const button = h('button', { type: 'button', class: 'small' }, label);
    button.addEventListener('click', () => {
      for (const { element, input } of boxes) if (!element.hidden) input.checked = isChecked;
      recount();
      button.dispatchEvent(new Event('change', { bubbles: true }));
    });
    return button;
  };
  const list = h('div', { class: 'companies' }, ...boxes.map(({ element }) => element));
  list.addEventListener('change', recount);
  recount();
  return {
    element: h(
      'fieldset',
      {},
      h('legend', {}, say('syncing.for')),
      ...(boxes.length > 10 ? [filter.element] : []),
      h(
        'div',
        { class: 'row' },
        setAll(say('syncing.all'), true),
        setAll(say('syncing.none'), false),
        counted,
      ),
      list,
    ),
    read: (_mark: boolean): Confirmed => ({
      refs: boxes.filter(({ input }) => input.checked).map(({ ref }) => ref),
      problems: [],
    }),
  };
};

const companyText = (open: number, language: Language) => {
  const { say, count } = language;
  const text = field(
    h('textarea', { id: 'company-refs', rows: '6', spellcheck: 'false' }),
    { label: say('syncing.for'), help: count(open, 'syncing.help'), note: say('page.optional') },
    language,
  );
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
      const tooLong = refs.findIndex((ref) => ref.length > refCharacters);
      const message =
        refs.length > answeredRefs
          ? say('syncing.tooMany', { count: refs.length, limit: answeredRefs })
          : tooLong >= 0
            ? say('syncing.tooLong', { line: tooLong + 1, limit: refCharacters })
            : undefined;
      if (mark) text.say(message);
      return { refs, problems: message === undefined ? [] : [{ input: text.input, message }] };
    },
  };
};
