import { useMediaQuery } from '@mantine/hooks';

/** How much room the rows have: beside a preview, or alone in a small window. */
export interface RequestLayout {
  readonly isSplit: boolean;
  readonly hasCaller: boolean;
  readonly hasDuration: boolean;
}

/** Of the design: below 1100 px the preview replaces the list. */
export const useRequestLayout = (): RequestLayout => {
  const options = { getInitialValueInEffect: false };
  const isSplit = useMediaQuery('(min-width: 1100px)', undefined, options);
  const isWide = useMediaQuery('(min-width: 1600px)', undefined, options);
  return { isSplit, hasCaller: !isSplit || isWide, hasDuration: !isSplit || isWide };
};
