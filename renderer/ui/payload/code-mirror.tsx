import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { foldKeymap, unfoldAll } from '@codemirror/language';
import { linter, lintGutter } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { codeTheme } from './code-theme.ts';
import type { Match } from './find-words.ts';
import { foldInner, folding, unfoldingOf } from './folding.ts';
import { marking, setMarks } from './marking.ts';

/** What can be done with the text that is shown. */
export interface CodeHandle {
  foldAll(): void;
  unfoldAll(): void;
  /** Brings a place into sight, unfolded, among the marks of a pattern. */
  goTo(match: Match, pattern: RegExp): void;
}

interface CodeMirrorProps {
  readonly text: string;
  /** For those who can't see it. */
  readonly label: string;
  readonly isJson: boolean;
  readonly maxHeight?: number | string | undefined;
  /** Every match of it is marked. */
  readonly pattern?: RegExp | undefined;
  /** Makes it an editor of JSON, which is told each change. */
  readonly onChange?: (text: string) => void;
  readonly ref?: Ref<CodeHandle>;
}

/** CodeMirror: draws only what is in sight. Loaded when the first payload is shown; see `payload-view.tsx`. */
const CodeMirror = ({ text, label, isJson, maxHeight, pattern, onChange, ref }: CodeMirrorProps) => {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const told = useRef(onChange);
  told.current = onChange;
  const edits = onChange !== undefined;

  useEffect(() => {
    const made = new EditorView({
      parent: place.current as HTMLElement,
      state: EditorState.create({
        doc: text,
        extensions: [
          shared(label, isJson),
          edits ? editing((changed) => told.current?.(changed)) : EditorState.readOnly.of(true),
        ],
      }),
    });
    view.current = made;
    return () => {
      view.current = undefined;
      made.destroy();
    };
  }, [text, label, isJson, edits]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is marked anew
  useEffect(() => {
    view.current?.dispatch({ effects: setMarks.of({ pattern, current: undefined }) });
  }, [pattern, text, label, isJson, edits]);

  useImperativeHandle(ref, () => handleOf(view), []);
  return <div ref={place} style={maxHeight === undefined ? undefined : { maxHeight, overflow: 'auto' }} />;
};

export default CodeMirror;

const handleOf = (view: { readonly current: EditorView | undefined }): CodeHandle => ({
  foldAll: () => view.current && foldInner(view.current),
  unfoldAll: () => void (view.current && unfoldAll(view.current)),
  goTo(match, pattern) {
    if (view.current === undefined) return;
    view.current.dispatch({
      selection: { anchor: match.from, head: match.to },
      effects: [
        ...unfoldingOf(view.current.state, match),
        setMarks.of({ pattern, current: match }),
        EditorView.scrollIntoView(match.from, { y: 'center' }),
      ],
    });
  },
});

const shared = (label: string, isJson: boolean): Extension => [
  codeTheme,
  lineNumbers(),
  drawSelection(),
  highlightActiveLine(),
  marking,
  EditorState.tabSize.of(2),
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  keymap.of([...foldKeymap, ...defaultKeymap]),
  isJson ? [json(), folding] : EditorView.lineWrapping,
];

const editing = (onChange: (text: string) => void): Extension => [
  history(),
  keymap.of(historyKeymap),
  linter(jsonParseLinter(), { delay: 200 }),
  lintGutter(),
  EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) onChange(state.doc.toString());
  }),
];
