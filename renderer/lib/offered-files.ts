import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** Files that one screen hands to another, as if they were dropped there. */
interface Offer {
  readonly place: 'check' | 'tokens';
  readonly files: readonly File[];
}

const offered = createStore<{ readonly offer?: Offer }>()(() => ({}));

export const offerFiles = (offer: Offer): void => offered.setState({ offer });

/** Takes what is offered to a place, once. */
export const useOfferedFiles = (
  place: Offer['place'],
  take: ((files: readonly File[]) => void) | undefined,
): void => {
  const offer = useStore(offered, (state) => state.offer);
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    if (offer?.place !== place) return;
    offered.setState({}, true);
    latest.current?.(offer.files);
  }, [offer, place]);
};
