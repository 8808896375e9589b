import type { ExchangeAnswer } from '#contract/exchange.ts';
import { h } from './dom.ts';
import type { Problem } from './field.ts';

/** What a section of the form says at the moment. */
export interface Reading {
  readonly answer: Partial<ExchangeAnswer>;
  readonly problems: readonly Problem[];
  /** What the file will hold of it. */
  readonly holds: readonly string[];
  /** What it will not hold, and why that matters. */
  readonly leftOut: readonly string[];
}

export interface Section {
  readonly element: HTMLElement;
  /** @param mark whether problems are shown where they are, too */
  read(mark: boolean): Reading;
}

/** @param name of the section, in ids */
export const sectionElement = (
  name: string,
  { title, intro }: { readonly title: string; readonly intro: string },
  ...children: readonly Node[]
): HTMLElement => {
  const id = `section-${name}`;
  return h(
    'section',
    { 'aria-labelledby': id },
    h('h2', { id }, title),
    h('p', { class: 'intro' }, intro),
    ...children,
  );
};
