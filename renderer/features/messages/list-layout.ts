import { useMediaQuery } from '@mantine/hooks';

/** How much room the rows have: beside a preview, or alone in a small window. */
export interface ListLayout {
  /** The message is shown beside the list, not in its place. */
  readonly isSplit: boolean;
  /** There is room for the endpoint. */
  readonly hasEndpoint: boolean;
  /** There is room for the company. */
  readonly hasCompany: boolean;
  /** There is room for the number of attempts. */
  readonly hasAttempts: boolean;
}

/** Of the design: below 1100 px the preview replaces the list. Beside the list, the preview names the endpoint. */
export const useListLayout = (): ListLayout => {
  const options = { getInitialValueInEffect: false };
  const isSplit = useMediaQuery('(min-width: 1100px)', undefined, options);
  const isMedium = useMediaQuery('(min-width: 1280px)', undefined, options);
  const isWide = useMediaQuery('(min-width: 1600px)', undefined, options);
  return {
    isSplit,
    hasEndpoint: !isSplit,
    hasCompany: !isSplit || isMedium,
    hasAttempts: !isSplit || isWide,
  };
};
