import { expect, it } from 'vitest';
import { isPressed, keyName, typesNothing } from '#renderer/lib/key-names.ts';

const press = (key: string, ...held: ('ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey')[]) => ({
  key,
  ctrlKey: held.includes('ctrlKey'),
  metaKey: held.includes('metaKey'),
  shiftKey: held.includes('shiftKey'),
  altKey: held.includes('altKey'),
});

it('knows its keys by what they type, and no other modifiers', () => {
  expect(isPressed('mod+K', press('k', 'ctrlKey'))).toBe(true);
  expect(isPressed('mod+K', press('k', 'metaKey'))).toBe(true);
  expect(isPressed('mod+K', press('k'))).toBe(false);
  expect(isPressed('mod+K', press('K', 'ctrlKey', 'shiftKey'))).toBe(false);
  expect(isPressed('X', press('x'))).toBe(true);
  expect(isPressed('X', press('x', 'ctrlKey'))).toBe(false);
  expect(isPressed('X', press('X', 'shiftKey'))).toBe(false);
  expect(isPressed('shift+ArrowDown', press('ArrowDown', 'shiftKey'))).toBe(true);
  expect(isPressed('ArrowDown', press('ArrowDown', 'shiftKey'))).toBe(false);
});

it('takes a sign from any keyboard that types it', () => {
  // US and German: with Shift. A Mac's French "/": with Shift. Windows: AltGr is Control and Alt.
  expect(isPressed('?', press('?', 'shiftKey'))).toBe(true);
  expect(isPressed('?', press('?'))).toBe(true);
  expect(isPressed('/', press('/', 'shiftKey'))).toBe(true);
  expect(isPressed('/', press('/', 'ctrlKey', 'altKey'))).toBe(true);
  expect(isPressed('/', press('/', 'ctrlKey'))).toBe(false);
});

it('leaves to a field what types something there', () => {
  expect(['mod+K', 'F1', 'X', '/', 'Enter', 'shift+X'].filter(typesNothing)).toEqual(['mod+K', 'F1']);
});

it('is written as on the keyboard', () => {
  expect(['mod+K', 'shift+ArrowDown', '/', 'x', 'Escape'].map(keyName)).toEqual([
    'Ctrl K',
    'Shift ↓',
    '/',
    'X',
    'Esc',
  ]);
});
