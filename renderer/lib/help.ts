import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** A page of Help and a place in it: `reference/errors#40407`, from `docs/`, without `.md`. */
export type HelpTopic = string;

export const helpAddress = (topic: HelpTopic): string => `/help/${topic}`;

/** The topic beside the present screen, if one is shown. */
const panel = createStore<{ readonly topic: HelpTopic | undefined }>()(() => ({ topic: undefined }));

export const useHelpPanel = (): HelpTopic | undefined => useStore(panel, ({ topic }) => topic);

/** Shows a topic beside the screen, so that what was entered there stays. */
export const openHelp = (topic: HelpTopic): void => panel.setState({ topic });

export const closeHelp = (): void => panel.setState({ topic: undefined });
