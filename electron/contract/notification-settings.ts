/** What the desktop app notifies of, as this person chose. Plain values, for the page and the main process. */

export const notificationKinds = [
  'runEnded',
  'runPaused',
  'windowOpens',
  'soakEnds',
  'endpointDisabled',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const notificationKindLabels: Readonly<Record<NotificationKind, string>> = {
  runEnded: 'A run ends',
  runPaused: 'A run pauses, by a threshold too, or is interrupted',
  windowOpens: 'A migration window opens',
  soakEnds: 'A soak ends',
  endpointDisabled: 'An endpoint is disabled',
};

export interface NotificationSettings {
  /** Nothing is notified of; the tray still shows it. */
  readonly quiet: boolean;
  readonly off: readonly NotificationKind[];
  /** How long before a migration window opens. */
  readonly minutesBefore: number;
}

export const mostMinutesBefore = 1440;
export const usualNotificationSettings: NotificationSettings = { quiet: false, off: [], minutesBefore: 15 };

/** Of a file, or of a page: what is not understood is as usual. */
export const readNotificationSettings = (given: unknown): NotificationSettings => {
  const { quiet, off, minutesBefore } = (typeof given === 'object' && given !== null ? given : {}) as Partial<
    Record<keyof NotificationSettings, unknown>
  >;
  const minutes = Number.isInteger(minutesBefore)
    ? Number(minutesBefore)
    : usualNotificationSettings.minutesBefore;
  return {
    quiet: quiet === true,
    off: Array.isArray(off) ? notificationKinds.filter((kind) => off.includes(kind)) : [],
    minutesBefore: Math.min(mostMinutesBefore, Math.max(1, minutes)),
  };
};
