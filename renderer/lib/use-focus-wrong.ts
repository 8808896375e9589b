import { type RefObject, useEffect, useRef } from 'react';

/** Puts the focus on the first field that is marked as wrong, each time that a form is refused. @returns of the form */
export const useFocusWrong = (error: unknown): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return form;
};
