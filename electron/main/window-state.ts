import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Rectangle } from 'electron';
import { type Cancel, systemTime } from '#base/clock.ts';
import { writeJsonAtomically } from '#base/write-atomically.ts';

/** Where the window was, to be there again. In pixels that do not depend on the display's density. */
export interface WindowState {
  readonly bounds: Rectangle;
  readonly maximized: boolean;
}

export const usualSize = { width: 1280, height: 840 };
export const leastSize = { width: 800, height: 560 };
/** This much of the window's upper edge must be in reach, to be moved by it. */
const graspable = { width: 120, height: 32 };
const settleMs = 400;

/**
 * A window where it was, if that is on a display that is there; else of the same size in the middle of the first one,
 * which Electron does with one that has no position.
 */
export const placeWindow = (
  state: WindowState | undefined,
  displays: readonly { readonly workArea: Rectangle }[],
): Partial<Rectangle> & { width: number; height: number } => {
  if (state === undefined) return sizeWithin(usualSize, displays[0]?.workArea);
  const { bounds } = state;
  const display = displays.find(({ workArea }) => isInReach(bounds, workArea));
  if (display !== undefined) return { ...bounds, ...sizeWithin(bounds, display.workArea) };
  return sizeWithin(bounds, displays[0]?.workArea);
};

const isInReach = (bounds: Rectangle, area: Rectangle): boolean => {
  const across = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  const below = area.y + area.height - bounds.y;
  return across >= graspable.width && bounds.y >= area.y && below >= graspable.height;
};

const sizeWithin = (size: { width: number; height: number }, area: Rectangle | undefined) => ({
  width: Math.max(leastSize.width, Math.min(size.width, area?.width ?? size.width)),
  height: Math.max(leastSize.height, Math.min(size.height, area?.height ?? size.height)),
});

/** undefined if there is none, or none that can be read. */
export const readWindowState = (path: string): WindowState | undefined => {
  try {
    const { bounds, maximized } = JSON.parse(readFileSync(path, 'utf8')) as WindowState;
    const { x, y, width, height } = bounds;
    if (![x, y, width, height].every(Number.isInteger)) return undefined;
    return { bounds: { x, y, width, height }, maximized: maximized === true };
  } catch {
    return undefined;
  }
};

const write = (path: string, state: WindowState): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeJsonAtomically(path, state);
};

export interface ObservedWindow {
  getNormalBounds(): Rectangle;
  isMaximized(): boolean;
  on(event: 'resize' | 'move' | 'maximize' | 'unmaximize' | 'close', listener: () => void): unknown;
}

/** Writes the state once the window has come to rest, and when it closes. */
export const keepWindowState = (window: ObservedWindow, path: string): void => {
  let pending: Cancel | undefined;
  const save = (): void => {
    pending?.();
    pending = undefined;
    try {
      write(path, { bounds: window.getNormalBounds(), maximized: window.isMaximized() });
    } catch {
      // A full disk must not keep anyone from moving or closing a window.
    }
  };
  const soon = (): void => {
    pending?.();
    pending = systemTime.after(settleMs, save, { unref: true });
  };
  window.on('resize', soon);
  window.on('move', soon);
  window.on('maximize', soon);
  window.on('unmaximize', soon);
  window.on('close', save);
};
