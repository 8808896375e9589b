import type { Menu, MenuItemConstructorOptions, Tray } from 'electron';
import type { Opening } from '#contract/bridge.ts';
import { formatCount, formatDuration, formatNumber } from '#contract/format.ts';
import type { RunningItem } from '#contract/running.ts';
import type { Upcoming, UpcomingWindow } from './upcoming.ts';

interface TrayLine {
  readonly label: string;
  /** Without it, it only says something. */
  readonly opening?: Opening;
}

interface TrayContents {
  readonly tooltip: string;
  readonly lines: readonly TrayLine[];
}

const mostLines = 8;

/** What the tray says: the next migration window and what runs. `undefined`: the desk does not answer. Nothing secret. */
export const trayContents = (upcoming: Upcoming | undefined, now: number): TrayContents => {
  if (upcoming === undefined) {
    const text = 'Status not available: the desk does not answer';
    return { tooltip: `Carryover\n${text}`, lines: [{ label: text }] };
  }
  const { windows, running } = upcoming;
  const [next] = windows;
  const shown = running.slice(0, mostLines);
  const left = running.length - shown.length;
  const count = running.length === 0 ? 'Nothing is running' : `${formatCount(running.length, 'job')} running`;
  return {
    tooltip: ['Carryover', ...(next === undefined ? [] : [windowText(next, now)]), count].join('\n'),
    lines: [
      next === undefined
        ? { label: 'No migration window agreed' }
        : { label: windowText(next, now), opening: { type: 'case', caseId: next.caseId } },
      ...(shown.length === 0 ? [{ label: count }] : shown.map(lineOf)),
      ...(left > 0 ? [{ label: `and ${formatNumber(left)} more` }] : []),
    ],
  };
};

const windowText = ({ caseName, start, end }: UpcomingWindow, now: number): string =>
  Date.parse(start) > now
    ? `${caseName}: migration window opens in ${formatDuration(Date.parse(start) - now)}`
    : `${caseName}: migration window closes in ${formatDuration(Math.max(0, Date.parse(end) - now))}`;

const lineOf = (item: RunningItem): TrayLine => {
  const { kind, id, caseId, caseName, what, state } = item;
  const name = caseName === undefined ? '' : `${caseName}: `;
  const label = [`${name}${what}`, ...(state === 'running' ? [] : [state]), ...progressOf(item)].join(', ');
  if (kind === 'resend') return { label, opening: { type: 'resend', resendId: id } };
  if (caseId === undefined) return { label };
  return { label, opening: kind === 'run' ? { type: 'run', caseId, runId: id } : { type: 'case', caseId } };
};

const progressOf = ({ done, total, unit, leftMs }: RunningItem): string[] => {
  if (unit === 'time') return leftMs === undefined ? [] : [`${formatDuration(leftMs)} left`];
  return done === undefined || total === undefined
    ? []
    : [`${formatNumber(done)} of ${formatNumber(total)} ${unit}`];
};

export interface TrayOptions {
  readonly Tray: typeof Tray;
  readonly Menu: typeof Menu;
  /** Path of a picture. */
  readonly icon: string;
  readonly show: (opening?: Opening) => void;
  readonly quiet: { readonly read: () => boolean; readonly write: (quiet: boolean) => void };
  readonly quit: () => void;
  readonly log: (text: string) => void;
}

export interface AppTray {
  /** @param now ms */
  update(upcoming: Upcoming | undefined, now: number): void;
  destroy(): void;
}

/** The tray; none where the desktop has no place for it. */
export const createTray = (options: TrayOptions): AppTray => {
  const tray = tryTray(options);
  if (tray === undefined) return { update: () => {}, destroy: () => {} };
  tray.on('click', () => options.show());
  let last = '';
  return {
    update(upcoming, now) {
      const contents = trayContents(upcoming, now);
      const quiet = options.quiet.read();
      // A menu that is replaced while it is open closes.
      const text = JSON.stringify([contents, quiet]);
      if (text === last) return;
      last = text;
      tray.setToolTip(contents.tooltip);
      tray.setContextMenu(options.Menu.buildFromTemplate(templateOf(contents, quiet, options)));
    },
    destroy: () => tray.destroy(),
  };
};

const tryTray = ({ Tray: Constructor, icon, log }: TrayOptions): Tray | undefined => {
  try {
    return new Constructor(icon);
  } catch (error) {
    log(`app: there is no tray: ${error}\n`);
    return undefined;
  }
};

const templateOf = (
  { lines }: TrayContents,
  quiet: boolean,
  { show, quiet: kept, quit }: TrayOptions,
): MenuItemConstructorOptions[] => [
  ...lines.map(
    ({ label, opening }): MenuItemConstructorOptions =>
      opening === undefined ? { label, enabled: false } : { label, click: () => show(opening) },
  ),
  { type: 'separator' },
  { label: 'Quiet: no notifications', type: 'checkbox', checked: quiet, click: () => kept.write(!quiet) },
  { label: 'Open Carryover', click: () => show() },
  { label: 'Quit', click: quit },
];
