import { expect, test } from 'vitest';
import { createTurnSize } from '#service/scheduler/turn-size.ts';

const after = (pieceMs: number, pieces = 100): number => {
  const size = createTurnSize();
  for (let turn = 0; turn < 200; turn++) size.took(pieces, pieces * pieceMs);
  return size.most();
};

test('a turn takes as much as keeps the thread for 2 ms, half of it results and half of it leases', () => {
  expect(createTurnSize().most()).toBe(128);
  expect(after(0.01)).toBe(100);
  expect(after(0.02)).toBe(50);
});

test('it takes no less than 32 and no more than 256, whatever they cost', () => {
  expect(after(10)).toBe(32);
  expect(after(0.000_01)).toBe(256);
});

test('a turn with next to nothing in it says nothing about what a piece costs', () => {
  expect(after(10, 15)).toBe(128);
  expect(after(10, 16)).toBe(32);
});
