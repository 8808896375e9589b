import type { ExchangeForm } from '#contract/exchange.ts';
import { formatBytes, formatCount } from '#contract/format.ts';
import { columnOf } from '#contract/token-columns.ts';
import { h, show } from './dom.ts';
import { checkList, type ListFacts } from './list-check.ts';
import { ListError } from './list-rows.ts';
import { type Section, sectionElement } from './section.ts';

export interface TokenSection extends Section {
  /** What follows the answer in the file. */
  file(): File | undefined;
}

/** The token list: chosen or dropped, looked at, and read again when it is sealed. */
export const tokenSection = (form: ExchangeForm, changed: () => void): TokenSection => {
  let chosen: { readonly file: File; readonly facts: ListFacts } | undefined;
  let problem: string | undefined;
  let turn = 0;
  const input = h('input', {
    type: 'file',
    id: 'tokens',
    accept: '.csv,.tsv,.txt,.json,.jsonl,.ndjson',
    'aria-describedby': 'tokens-help tokens-state tokens-problem',
  });
  const state = h('div', { id: 'tokens-state', 'aria-live': 'polite' });
  const said = h('p', { class: 'problem', id: 'tokens-problem', hidden: true });
  const remove = h('button', { type: 'button', class: 'small' }, 'Remove file');
  const say = (text: string | undefined): void => {
    problem = text;
    said.textContent = text ?? '';
    show(said, text !== undefined);
    if (text === undefined) input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
  };
  const take = async (file: File | undefined): Promise<void> => {
    const mine = ++turn;
    chosen = undefined;
    say(undefined);
    show(remove, file !== undefined);
    state.replaceChildren();
    changed();
    if (file === undefined) return;
    state.textContent = `Reading ${file.name} …`;
    try {
      const facts = await checkList(file, form, (bytes) => {
        if (mine === turn)
          state.textContent = `Reading ${file.name}: ${formatBytes(bytes)} of ${formatBytes(file.size)}`;
      });
      if (mine !== turn) return;
      chosen = { file, facts };
      state.replaceChildren(shownFacts(file, facts));
    } catch (error) {
      if (mine !== turn) return;
      state.replaceChildren();
      say(error instanceof ListError ? error.message : 'The file can’t be read. Choose it again.');
    }
    changed();
  };
  input.addEventListener('change', () => void take(input.files?.[0]));
  remove.addEventListener('click', () => {
    input.value = '';
    void take(undefined);
    input.focus();
  });
  show(remove, false);
  const drop = dropZone(input, (file) => void take(file));
  return {
    element: sectionElement(
      'Token list',
      'One row per company: CSV, JSON or JSON lines. It leaves this page only inside the sealed file.',
      columnsTable(form),
      drop,
      h('div', { class: 'row' }, state, remove),
      said,
    ),
    file: () => chosen?.file,
    read() {
      if (problem !== undefined)
        return { answer: {}, problems: [{ input, message: problem }], holds: [], leftOut: [] };
      if (chosen === undefined) return { answer: {}, problems: [], holds: [], leftOut: ['Token list'] };
      const { file, facts } = chosen;
      const { rows, bytes, digest } = facts;
      return {
        answer: { tokens: { name: file.name.slice(0, 300), bytes, digest, rows } },
        problems: [],
        holds: [`Token list: ${formatCount(rows, 'row')}`],
        leftOut: [],
      };
    },
  };
};

const dropZone = (input: HTMLInputElement, take: (file: File) => void): HTMLElement => {
  const zone = h(
    'div',
    { class: 'drop' },
    h('label', { for: 'tokens' }, 'Token list file'),
    h('p', { class: 'help', id: 'tokens-help' }, 'Drop the file here, or choose it.'),
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

const columnsTable = ({ companyFields, platformName, platformKey }: ExchangeForm): HTMLElement => {
  const rows = [
    ['ref', 'Your own id of the company', 'customer-1'],
    ['name', 'Name of the company', 'Example Company'],
    ['platform', `Platform; may be left out if all are ${platformName}`, platformKey],
    ...companyFields.map(({ name, label, required, example }) => [
      columnOf(name),
      required ? label : `${label} (optional)`,
      example,
    ]),
  ];
  return h(
    'details',
    {},
    h('summary', {}, 'Columns'),
    h(
      'div',
      { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Columns of the token list' },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h('tr', {}, ...['Column', 'Content', 'Example'].map((text) => h('th', { scope: 'col' }, text))),
        ),
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

const shownFacts = (file: File, { rows, columns, bytes }: ListFacts): HTMLElement => {
  const known = columns.flatMap(({ field }) => field ?? []);
  const unused = columns.length - known.length;
  return h(
    'p',
    { class: 'good' },
    `${file.name}: ${formatCount(rows, 'row')}, ${formatBytes(bytes)}. Columns found: ${known.join(', ')}.`,
    unused > 0 && ` ${formatCount(unused, 'column is', 'columns are')} not used.`,
  );
};
