import { useStore } from 'zustand';
import { type Preferences, preferences } from './preferences.ts';

export const usePreference = <K extends keyof Preferences>(
  name: K,
): [Preferences[K], (value: Preferences[K]) => void] => [
  useStore(preferences, (all) => all[name]),
  (value) => preferences.setState({ [name]: value }),
];
