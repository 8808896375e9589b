import type { ReportBlock } from '#contract/report.ts';
import { timelineClockLabels, timelineClocks } from '#contract/timeline.ts';
import { drawTimeline, type TimelineShape } from '#contract/timeline-drawing.ts';
import { layOutTimeline } from '#contract/timeline-layout.ts';
import { formatInstant } from '#desk/reports/format.ts';
import type { Say } from '#desk/reports/language/translate.ts';
import { escaped } from './html-escape.ts';

/** px: as wide as the text of A4 upright, so that it is not made smaller and its letters are those of a table. */
const width = 688;
const dayMs = 86_400_000;

export interface TimelinePicture {
  readonly caption: string;
  readonly label: string;
  /** Its size, as attributes of `svg`. */
  readonly size: string;
  readonly shapes: string;
}

/** The timeline as parts of SVG, one picture a clock. The table beside it says the same in words. */
export const timelinePictures = (
  { facts, asOf }: Extract<ReportBlock, { block: 'timeline' }>,
  say: Say,
  write: (text: string) => string = escaped,
): TimelinePicture[] =>
  timelineClocks.flatMap((clock) => {
    const layout = layOutTimeline(facts, {
      clock,
      asOf: Date.parse(asOf),
      width,
      zoneOffsetMs: 0,
      formatTick: tickUtc,
    });
    if (layout === undefined) return [];
    const label = say(`${timelineClockLabels[clock]}${clock === 'system' ? ', UTC' : ''}`);
    const now = layout.nowX === undefined ? '' : ` · ${say(`dotted line: as of ${formatInstant(asOf)}`)}`;
    return {
      caption: label + now,
      label: `${say('Timeline')}, ${label}`,
      size: `width="${width}" height="${layout.height}" viewBox="0 0 ${width} ${layout.height}"`,
      shapes: drawTimeline(layout, formatInstant)
        .map((shape) => shapeSvg(shape, write))
        .join('\n'),
    };
  });

export const timelineSvg = (block: Extract<ReportBlock, { block: 'timeline' }>, say: Say): string =>
  timelinePictures(block, say)
    .map(
      ({ caption, label, size, shapes }) =>
        `<figure class="timeline"><figcaption>${escaped(caption)}</figcaption>\n<svg ${size} role="img" aria-label="${escaped(label)}">\n${shapes}\n</svg></figure>`,
    )
    .join('\n');

/** `14:03` or `21 Nov`, whichever tells the ticks of a span apart, UTC. */
const tickUtc = (at: number, spanMs: number): string => {
  const [day, time] = [new Date(at).toISOString().slice(0, 10), new Date(at).toISOString().slice(11, 19)];
  if (spanMs > 3 * dayMs) return day;
  return spanMs < 5 * 60_000 ? time : time.slice(0, 5);
};

const shapeSvg = (
  { element, className, attributes, text, title }: TimelineShape,
  write: (text: string) => string,
): string => {
  const given = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? Math.round(value * 10) / 10 : value}"`)
    .join('');
  const inside = text === undefined ? '' : write(text);
  const spoken = title === undefined ? '' : `<title>${write(title)}</title>`;
  return `<${element} class="${className}"${given}>${spoken}${inside}</${element}>`;
};
