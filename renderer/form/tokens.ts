import type { ExchangeForm } from '#contract/exchange.ts';
import { columnOf } from '#contract/token-columns.ts';
import { h, show } from './dom.ts';
import type { Language } from './language.ts';
import { checkList, type ListFacts } from './list-check.ts';
import { ListError } from './list-rows.ts';
import { type Section, sectionElement } from './section.ts';

export interface TokenSection extends Section {
  /** What follows the answer in the file. */
  file(): File | undefined;
}

/** The token list: chosen or dropped, looked at, and read again when it is sealed. */
export const tokenSection = (form: ExchangeForm, language: Language, changed: () => void): TokenSection => {
  const { say, count, bytes } = language;
  let chosen: { readonly file: File; readonly facts: ListFacts } | undefined;
  let problem: string | undefined;
  let turn = 0;
  let isReading = false;
  const input = h('input', {
    type: 'file',
    id: 'tokens',
    accept: '.csv,.tsv,.txt,.json,.jsonl,.ndjson',
    'aria-describedby': 'tokens-help tokens-state tokens-problem',
  });
  const state = h('div', { id: 'tokens-state', 'aria-live': 'polite' });
  const said = h('p', { class: 'problem', id: 'tokens-problem', hidden: true });
  const remove = h('button', { type: 'button', class: 'small' }, say('tokens.remove'));
  const mark = (text: string | undefined): void => {
    problem = text;
    said.textContent = text ?? '';
    show(said, text !== undefined);
    if (text === undefined) input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
  };
  const take = async (file: File | undefined): Promise<void> => {
    const mine = ++turn;
    chosen = undefined;
    mark(undefined);
    show(remove, file !== undefined);
    state.replaceChildren();
    isReading = file !== undefined;
    changed();
    if (file === undefined) return;
    state.textContent = say('tokens.reading', { name: file.name });
    try {
      const facts = await checkList(file, form, (done) => {
        if (mine !== turn) return;
        const sizes = { done: bytes(done), size: bytes(file.size) };
        state.textContent = say('tokens.progress', { name: file.name, ...sizes });
      });
      if (mine !== turn) return;
      chosen = { file, facts };
      state.replaceChildren(shownFacts(file, facts, language));
    } catch (error) {
      if (mine !== turn) return;
      state.replaceChildren();
      mark(error instanceof ListError ? say(error.key, error.details) : say('tokens.unreadable'));
    }
    isReading = false;
    changed();
  };
  input.addEventListener('change', () => void take(input.files?.[0]));
  remove.addEventListener('click', () => {
    input.value = '';
    void take(undefined);
    input.focus();
  });
  show(remove, false);
  const drop = dropZone(input, language, (file) => void take(file));
  return {
    element: sectionElement(
      'tokens',
      { title: say('tokens.title'), intro: say('tokens.intro') },
      columnsTable(form, language),
      drop,
      h('div', { class: 'row' }, state, remove),
      said,
    ),
    file: () => chosen?.file,
    read() {
      // Sealed before it is read, the file would lack the list that is shown as chosen.
      const message = isReading ? say('tokens.wait') : problem;
      if (message !== undefined)
        return { answer: {}, problems: [{ input, message }], holds: [], leftOut: [] };
      if (chosen === undefined)
        return { answer: {}, problems: [], holds: [], leftOut: [say('tokens.title')] };
      const { file, facts } = chosen;
      const { rows, digest } = facts;
      return {
        answer: { tokens: { name: file.name.slice(0, 300), bytes: facts.bytes, digest, rows } },
        problems: [],
        holds: [count(rows, 'tokens.holds')],
        leftOut: [],
      };
    },
  };
};

const dropZone = (input: HTMLInputElement, { say }: Language, take: (file: File) => void): HTMLElement => {
  const zone = h(
    'div',
    { class: 'drop' },
    h('label', { for: 'tokens' }, say('tokens.file')),
    h('p', { class: 'help', id: 'tokens-help' }, say('tokens.help')),
    input,
  );
  const over = (isOver: boolean) => zone.classList.toggle('over', isOver);
  zone.addEventListener('dragover', (event) => {
    event.preventDefault();
    over(true);
  });
  zone.addEventListener('dragleave', () => over(false));
  zone.addEventListener('drop', (event) => {
    event.preventDefault();
    over(false);
    const [file] = event.dataTransfer?.files ?? [];
    if (file === undefined) return;
    input.value = '';
    take(file);
  });
  return zone;
};

const columnsTable = (
  { companyFields, platformName, platformKey }: ExchangeForm,
  { say }: Language,
): HTMLElement => {
  const rows = [
    ['ref', say('tokens.ref'), say('tokens.refExample')],
    ['name', say('tokens.name'), say('tokens.nameExample')],
    ['platform', say('tokens.platform', { platform: platformName }), platformKey],
    ...companyFields.map(({ name, label, required, example }) => [
      columnOf(name),
      required ? label : say('page.optionalLabel', { label }),
      example,
    ]),
  ];
  const heads = [say('tokens.column'), say('tokens.content'), say('tokens.exampleHead')];
  return h(
    'details',
    {},
    h('summary', {}, say('tokens.columns')),
    h(
      'div',
      { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': say('tokens.columnsOf') },
      h(
        'table',
        {},
        h('thead', {}, h('tr', {}, ...heads.map((text) => h('th', { scope: 'col' }, text)))),
        h(
          'tbody',
          {},
          ...rows.map((cells) =>
            h('tr', {}, ...cells.map((text, at) => h('td', {}, at === 1 ? text : h('code', {}, text)))),
          ),
        ),
      ),
    ),
  );
};

const shownFacts = ({ name }: File, { rows, columns, bytes }: ListFacts, language: Language): HTMLElement => {
  const size = language.bytes(bytes);
  const known = columns.flatMap(({ field }) => field ?? []);
  const unused = columns.length - known.length;
  return h(
    'p',
    { class: 'good' },
    [
      language.count(rows, 'tokens.found', { name, size, columns: known.join(', ') }),
      ...(unused > 0 ? [language.count(unused, 'tokens.unused')] : []),
    ].join(' '),
  );
};
