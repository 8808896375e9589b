import { IconMapOff } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Navigate } from 'react-router';
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

/** The part that the rest of an address names: the first one, if there is no rest. */
export const partAt = (parts: readonly Part[], rest: string | undefined): Part | undefined =>
  rest === undefined ? parts[0] : parts.find(({ path }) => path === rest);

interface ShownPartProps {
  readonly base: string;
  readonly parts: readonly Part[];
  /** What the address says after `base`. */
  readonly rest: string | undefined;
}

/** The part that the address names, or that there is none. The first one has one address alone. */
export const ShownPart = ({ base, parts, rest }: ShownPartProps) => {
  if (rest !== undefined && rest === parts[0]?.path) return <Navigate to={base} replace />;
  const part = partAt(parts, rest);
  return part ? (
    <part.Content />
  ) : (
    <Empty icon={<IconMapOff aria-hidden />} title="Page not found" text="Choose one of the tabs above." />
  );
};
