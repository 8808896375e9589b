import type { Tone } from '#contract/report.ts';
import type { Tone as BadgeTone } from '#renderer/ui/status-badge.tsx';

/** How good something is, as reports say it: in colours, and as badges have it. */

export const colours: Readonly<Record<Tone, string>> = { ok: 'teal', warn: 'orange', bad: 'red' };

export const badgeTones: Readonly<Record<Tone, BadgeTone>> = { ok: 'good', warn: 'attention', bad: 'bad' };
