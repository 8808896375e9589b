import {
  codeFolding,
  ensureSyntaxTree,
  foldEffect,
  foldedRanges,
  foldGutter,
  foldInside,
  syntaxTree,
  unfoldEffect,
} from '@codemirror/language';
import type { EditorState, Extension, StateEffect } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { formatCount } from '#contract/format.ts';
import type { Match } from './find-words.ts';

/** Parsing a payload of 1 MiB takes less; a longer one is folded as far as it is parsed. */
const parseMs = 500;

/** Objects and arrays fold; what they hold is counted in their place. */
export const folding: Extension = [
  codeFolding({
    preparePlaceholder: contentOf,
    placeholderDOM: (_view, onclick, content: string) => {
      const button = document.createElement('span');
      button.className = 'cm-foldPlaceholder';
      button.textContent = content;
      button.title = 'Unfold';
      button.onclick = onclick;
      return button;
    },
  }),
  foldGutter({
    markerDOM: (open) => {
      const mark = document.createElement('span');
      mark.textContent = open ? '⌄' : '›';
      mark.title = open ? 'Fold' : 'Unfold';
      return mark;
    },
  }),
];

/** `2 items` or `1 key`. */
function contentOf(state: EditorState, { from }: Match): string {
  const node = syntaxTree(state).resolveInner(from, 0);
  const isArray = node.name === 'Array';
  let count = 0;
  // The brackets are children too.
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (isArray ? !['[', ']', ','].includes(child.name) : child.name === 'Property') count += 1;
  }
  return isArray ? formatCount(count, 'item') : formatCount(count, 'key');
}

/** Folds every object and array inside the outermost one. */
export const foldInner = (view: EditorView): void => {
  const { state } = view;
  const effects: StateEffect<Match>[] = [];
  let depth = 0;
  (ensureSyntaxTree(state, state.doc.length, parseMs) ?? syntaxTree(state)).iterate({
    enter: (node) => {
      if (node.name !== 'Object' && node.name !== 'Array') return true;
      depth += 1;
      if (depth === 1) return true;
      const range = foldInside(node.node);
      const isLong =
        range !== null && state.doc.lineAt(range.from).number < state.doc.lineAt(range.to).number;
      if (isLong) effects.push(foldEffect.of(range));
      depth -= 1;
      return false;
    },
  });
  view.dispatch({ effects });
};

/** What has to be unfolded so that a place is in sight. */
export const unfoldingOf = (state: EditorState, { from, to }: Match): StateEffect<Match>[] => {
  const effects: StateEffect<Match>[] = [];
  foldedRanges(state).between(from, to, (start, end) => {
    effects.push(unfoldEffect.of({ from: start, to: end }));
  });
  return effects;
};
