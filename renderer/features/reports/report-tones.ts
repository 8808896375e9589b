import type { Tone } from '#contract/report.ts';
import type { Tone as BadgeTone } from '#renderer/ui/status-badge.tsx';

/** Tones of reports as colours and as tones of badges. */

export const colours: Readonly<Record<Tone, string>> = { ok: 'teal', warn: 'orange', bad: 'red' };

export const badgeTones: Readonly<Record<Tone, BadgeTone>> = { ok: 'good', warn: 'attention', bad: 'bad' };
