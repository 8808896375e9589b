import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type { SampleLanguage } from '#contract/cutover.ts';

/** Choices of this person for this page; nothing of a case, and never a secret. */
export interface Preferences {
  /** Who acts, as the audit chain names them; empty: the system's user. */
  readonly actor: string;
  /** How instants are written. */
  readonly timeZone: 'local' | 'utc';
  /** Height of table rows. */
  readonly density: 'compact' | 'roomy';
  /** Of code samples. */
  readonly language: SampleLanguage;
}

export const preferences = createStore<Preferences>()(
  persist((): Preferences => ({ actor: '', timeZone: 'local', density: 'compact', language: 'node' }), {
    name: 'carryover-preferences',
    version: 1,
  }),
);
