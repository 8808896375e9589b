import type { Model, Node } from '#desk/eligibility/source/syntax/model.ts';
import type { AlertsReading, AlertsUse } from './calls.ts';

/** Alerts endpoints in comments, documentation and docstrings. */
export interface Prose {
  readonly stretches: readonly { readonly from: number; readonly to: number }[];
  readonly uses: readonly AlertsUse[];
  readonly explanations: AlertsReading['explanations'];
}

const named =
  /(?<![\w-])rules\/(?:[{:<$%(][^\s/]{0,60}\/|[\w-]{1,40}\/)?alerts(?![\w-])|\brules?\w*(?:\(\))?\.(?:\w*alerts?\w*)\(/gi;
/** Commented-out code, read as code. */
const commentedOut = /rules?[\s\S]{0,200}alerts?/i;
const elsewhere =
  /(?:monitoring|prometheus|wiki|docs|app|admin|views|pages|components|grafana|classic)\/rules\/|\.(?:ya?ml|json|md|html|tsx?|jsx?|vue)\b/i;
const docstrings = new Set(['python', 'julia', 'elixir', 'clojure', 'lisp', 'coffeescript']);
const proseLanguages = new Set(['markdown']);
/** Documents whose code is run. */
const runs = /\.(?:rmd|qmd|livemd|org)$/i;

export const proseOf = (model: Model, read: (text: string) => readonly AlertsUse[]): Prose => {
  const stretches = [
    ...model.all('comment').map(({ from, to }) => ({ from, to, what: 'comment' as const })),
    ...model
      .all('text')
      .filter((node) => docstrings.has(model.language) && isDocstring(node))
      .map(({ from, to }) => ({ from, to, what: 'comment' as const })),
    ...(proseLanguages.has(model.language) && !runs.test(model.path)
      ? [{ from: 0, to: model.text.length, what: 'documentation' as const }]
      : []),
  ].filter(({ from, to }) => /alert/i.test(model.text.slice(from, to)));
  const uses: AlertsUse[] = [];
  const explanations: AlertsReading['explanations'] = [];
  for (const { from, to, what } of stretches) {
    const text = model.text.slice(from, to);
    const found = [...text.matchAll(named)].filter(
      (one) =>
        !elsewhere.test(
          model.text.slice(Math.max(0, from + one.index - 30), from + one.index + one[0].length + 6),
        ),
    );
    if (found.length === 0 && what === 'comment' && isCode(text, read))
      uses.push({ from, to, confidence: 'low', why: 'Called in commented-out code.' });
    for (const one of found.slice(0, 20)) {
      uses.push({
        from: from + one.index,
        to: from + one.index + one[0].length,
        confidence: 'low',
        why: `Named in ${what === 'comment' ? 'a comment' : 'documentation'}.`,
      });
    }
    const why = what === 'comment' ? 'In a comment.' : 'In documentation.';
    explanations.push({ from, to, reason: what, why });
  }
  return { stretches, uses, explanations };
};

/** Whether a comment is code that was commented out, with a call of the endpoints. */
const isCode = (comment: string, read: (text: string) => readonly AlertsUse[]): boolean =>
  comment.length < 3000 &&
  commentedOut.test(comment) &&
  read(comment.replace(/^(?:\/\/|#|--|\/\*+|;|%)/, (mark) => ' '.repeat(mark.length))).length > 0;

/** A text that stands alone as a statement. */
const isDocstring = (node: Node): boolean => {
  const { parent } = node;
  return (
    node.kind === 'text' &&
    (parent?.kind === 'scope' || parent?.kind === 'group') &&
    node.value.includes(' ') &&
    (parent.kind === 'group' ? parent.parent === undefined : true)
  );
};
