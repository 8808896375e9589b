import { IconMapOff } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Empty } from './empty.tsx';

/** A part of a screen that has an address of its own, below that of the screen. */
export interface Part {
  readonly path: string;
  readonly label: string;
  readonly Content: ComponentType;
}

/** Where the parts of a screen are: the first one is at the address of the screen itself. */
export const partLinks = (base: string, parts: readonly Part[]) =>
  parts.map(({ path, label }, at) => ({ to: at === 0 ? base : `${base}/${path}`, label, end: at === 0 }));

/** The part that an address names, or that there is none. */
export const ShownPart = ({ part }: { readonly part: Part | undefined }) =>
  part ? (
    <part.Content />
  ) : (
    <Empty
      icon={<IconMapOff aria-hidden />}
      title="There is no such part"
      text="Choose one of those above."
    />
  );
