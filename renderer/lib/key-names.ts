/**
 * Keys as they are declared: `mod+K`, `shift+ArrowDown`, `/`. `mod` is Command on a Mac, Control elsewhere. A sign is the
 * key that types it, with whatever modifiers the keyboard needs for it.
 */
export type KeyCombination = string;

const isMac = (): boolean => navigator.userAgent.includes('Mac OS');

/** Of a `KeyboardEvent`. */
interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether an event is of these keys, and of no other modifiers. */
export const isPressed = (combination: KeyCombination, event: Pressed): boolean => {
  const { key, modifiers } = parse(combination);
  if (event.key.toLowerCase() !== key.toLowerCase()) return false;
  const isMod = event.ctrlKey || event.metaKey;
  if (isSign(key)) return isMod === modifiers.includes('mod') || (event.ctrlKey && event.altKey);
  return (
    isMod === modifiers.includes('mod') &&
    event.shiftKey === modifiers.includes('shift') &&
    event.altKey === modifiers.includes('alt')
  );
};

/** With `mod` a key types nothing, so it works inside a field too. */
export const typesNothing = (combination: KeyCombination): boolean =>
  parse(combination).modifiers.includes('mod') || /^F\d+$/.test(combination);

const parse = (combination: KeyCombination): { key: string; modifiers: readonly string[] } => {
  const parts = combination.split('+');
  return { key: parts.at(-1) ?? '', modifiers: parts.slice(0, -1) };
};

/** Neither a letter nor a named key. */
const isSign = (key: string): boolean => key.length === 1 && !/[\p{L}\p{N}]/u.test(key);

const names: Readonly<Record<string, string>> = {
  shift: 'Shift',
  alt: 'Alt',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
};

/** As it stands on the keyboard: "Ctrl K", "⌘ K", "Shift ↓". */
export const keyName = (combination: KeyCombination): string => {
  const mod = isMac() ? '⌘' : 'Ctrl';
  return combination
    .split('+')
    .map((part) => (part === 'mod' ? mod : (names[part] ?? (part.length === 1 ? part.toUpperCase() : part))))
    .join(' ');
};
