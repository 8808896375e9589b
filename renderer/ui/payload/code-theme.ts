import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The editor in the tokens of the design, so that it follows the theme by itself. */
const looks = EditorView.theme({
  '&': { fontSize: 'var(--fs-xs)', color: 'var(--text)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '18px', overflow: 'auto' },
  '.cm-content': { padding: '4px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 12px 0 4px' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--text-3)', border: 0 },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '32px', padding: '0 4px 0 8px' },
  '.cm-foldGutter .cm-gutterElement': { padding: '0 2px', cursor: 'pointer' },
  '.cm-foldPlaceholder': {
    margin: '0 4px',
    padding: '0 4px',
    border: 0,
    borderRadius: 'var(--r-sm)',
    color: 'var(--text-2)',
    backgroundColor: 'var(--bg-hover)',
    cursor: 'pointer',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--bg-subtle)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-word': { backgroundColor: 'var(--mark)', borderRadius: '2px', color: 'inherit' },
  '.cm-word-current': { outline: '2px solid var(--focus)' },
  '.cm-tooltip': {
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--r-md)',
    backgroundColor: 'var(--bg)',
    color: 'var(--text)',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--danger-mark)' },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent-text)' },
  { tag: tags.string, color: 'var(--success)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warning)' },
]);

export const codeTheme = [looks, syntaxHighlighting(colours)];
