import { StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { findMatches, type Match } from './find-words.ts';

/** What is marked: every match of a pattern, and the one that is gone to. */
interface Marks {
  readonly pattern: RegExp | undefined;
  readonly current: Match | undefined;
}

export const setMarks = StateEffect.define<Marks>();

const marks = StateField.define<Marks>({
  create: () => ({ pattern: undefined, current: undefined }),
  update: (before, { effects }) => effects.findLast((effect) => effect.is(setMarks))?.value ?? before,
});

const word = Decoration.mark({ class: 'cm-word' });
const currentWord = Decoration.mark({ class: 'cm-word cm-word-current' });

/** Only what is in sight is marked, however long the text is. */
const drawn = (view: EditorView): DecorationSet => {
  const { pattern, current } = view.state.field(marks);
  const ranges = view.visibleRanges.flatMap(({ from, to }) =>
    findMatches(view.state.sliceDoc(from, to), pattern, from),
  );
  return Decoration.set(
    ranges.map(({ from, to }) => (from === current?.from ? currentWord : word).range(from, to)),
  );
};

const drawing = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = drawn(view);
    }
    update(update: ViewUpdate): void {
      const isChanged = update.docChanged || update.viewportChanged;
      if (isChanged || update.startState.field(marks) !== update.state.field(marks))
        this.decorations = drawn(update.view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

/** Marks of words, which `setMarks` sets. */
export const marking = [marks, drawing];
