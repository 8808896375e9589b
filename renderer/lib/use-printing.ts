import { observeElementRect, type Virtualizer } from '@tanstack/react-virtual';
import { useSyncExternalStore } from 'react';

/** Whether the page is laid out for paper, now. */
const isPrinting = (): boolean => window.matchMedia('print').matches;

const onChange = (heard: () => void): (() => void) => {
  const print = window.matchMedia('print');
  print.addEventListener('change', heard);
  return () => print.removeEventListener('change', heard);
};

export const usePrinting = (): boolean => useSyncExternalStore(onChange, isPrinting);

type Rect = { width: number; height: number };

/** On paper a list is as high as its rows: measured there, it would draw more, and be higher, for as long as there are any. */
export const rectOnScreen = <A extends Element, B extends Element>(
  virtual: Virtualizer<A, B>,
  measured: (rect: Rect) => void,
) =>
  observeElementRect(virtual, (rect) => {
    if (!isPrinting()) measured(rect);
  });
