import { Group } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import {
  IconArrowsMaximize,
  IconChevronLeft,
  IconChevronRight,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import {
  createElement,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatCount } from '#contract/format.ts';
import {
  type CaseTimeline,
  type TimelineClock,
  type TimelineFact,
  timelineClockLabels,
  timelineClocks,
} from '#contract/timeline.ts';
import { drawTimeline, type TimelineShape } from '#contract/timeline-drawing.ts';
import {
  layOutTimeline,
  moved,
  spanOfText,
  spanOfTimeline,
  spanText,
  type TimeSpan,
  zoomed,
} from '#contract/timeline-layout.ts';
import { dateTime, dayTime, tickTime, zoneOffsetMs } from '#renderer/lib/format.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import { IconAction } from './icon-action.tsx';
import classes from './timeline-picture.module.css';

interface TimelinePictureProps {
  readonly timeline: CaseTimeline;
  /** A press on something that was drawn. */
  readonly onOpen?: (fact: TimelineFact) => void;
  /** Keeps what is shown of each clock, as `spanText` writes it; the picture keeps it itself if left out. */
  readonly spans?: TimelineSpans;
}

export interface TimelineSpans {
  readonly shown: Partial<Record<TimelineClock, string>>;
  /** @param span undefined: all */
  readonly onShow: (clock: TimelineClock, span: string | undefined) => void;
}

/** The timeline of a case, one picture a clock: virtual and real time never share an axis. */
export const TimelinePicture = (props: TimelinePictureProps) => (
  <div className={classes.pictures}>
    {timelineClocks.map((clock) => (
      <Panel key={clock} clock={clock} {...props} />
    ))}
  </div>
);

const useOwnSpans = (): TimelineSpans => {
  const [shown, setShown] = useState<TimelineSpans['shown']>({});
  return {
    shown,
    onShow: (clock, span) =>
      setShown(({ [clock]: _, ...others }) => (span === undefined ? others : { ...others, [clock]: span })),
  };
};

const Panel = ({
  clock,
  timeline,
  onOpen,
  spans,
}: TimelinePictureProps & { readonly clock: TimelineClock }) => {
  usePreference('timeZone');
  const { ref, width } = useElementSize();
  const own = useOwnSpans();
  const { shown, onShow } = spans ?? own;
  const { facts } = timeline;
  const asOf = Date.parse(timeline.asOf);
  const all = useMemo(() => spanOfTimeline(facts, clock, asOf), [facts, clock, asOf]);
  const span = all && (spanOfText(shown[clock], all) ?? all);
  const setSpan = (next: TimeSpan | undefined): void => onShow(clock, next && spanText(next));
  const zoom = (factor: number, at?: number): void => {
    if (span !== undefined && all !== undefined) {
      setSpan(zoomed(span, all, factor, at ?? (span.from + span.until) / 2));
    }
  };
  const move = (share: number): void => {
    if (span !== undefined && all !== undefined) setSpan(moved(span, all, share));
  };
  const layout =
    width === 0
      ? undefined
      : layOutTimeline(facts, {
          clock,
          asOf,
          width,
          span,
          zoneOffsetMs: zoneOffsetMs(timeline.asOf),
          formatTick: tickTime,
        });
  const svg = useWheel((factor, share) => {
    if (span !== undefined) zoom(factor, span.from + (span.until - span.from) * share);
  }, layout?.left ?? 0);
  if (all === undefined || span === undefined) return null;
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = actionOf(event.key, { zoom, move, reset: () => setSpan(undefined) });
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    act();
    event.preventDefault();
  };
  const outside = [
    ...(layout === undefined || layout.earlier === 0 ? [] : [`${layout.earlier} earlier`]),
    ...(layout === undefined || layout.later === 0 ? [] : [`${layout.later} later`]),
  ];
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <span>
          {timelineClockLabels[clock]} · {dayTime(span.from)} – {dayTime(span.until)}
          {outside.length > 0 && ` · ${outside.join(', ')}`}
        </span>
        <Group gap={4} wrap="nowrap">
          <span className={classes.keys} aria-hidden>
            + − zoom · ← → move · 0 all
          </span>
          <IconAction label="Earlier" tooltip="Earlier" onClick={() => move(-0.3)} icon={IconChevronLeft} />
          <IconAction label="Later" tooltip="Later" onClick={() => move(0.3)} icon={IconChevronRight} />
          <IconAction label="Zoom in" tooltip="Zoom in" onClick={() => zoom(0.5)} icon={IconZoomIn} />
          <IconAction label="Zoom out" tooltip="Zoom out" onClick={() => zoom(2)} icon={IconZoomOut} />
          <IconAction
            label="Show all"
            tooltip="Show all"
            onClick={() => setSpan(undefined)}
            icon={IconArrowsMaximize}
          />
        </Group>
      </figcaption>
      <section
        ref={ref}
        className={classes.plot}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys zoom and move; the table has the contents
        tabIndex={0}
        aria-label={`Timeline picture, ${formatCount(facts.filter((fact) => fact.clock === clock).length, 'event')}. Keys: plus and minus zoom, arrows move, 0 shows all.`}
        onKeyDown={onKeyDown}
      >
        {layout !== undefined && (
          <svg ref={svg} width={layout.width} height={layout.height} aria-hidden className={classes.svg}>
            {drawTimeline(layout, dateTime).map((shape) => shapeOf(shape, onOpen))}
          </svg>
        )}
      </section>
    </figure>
  );
};

interface Moves {
  readonly zoom: (factor: number) => void;
  readonly move: (share: number) => void;
  readonly reset: () => void;
}

const actionOf = (key: string, { zoom, move, reset }: Moves): (() => void) | undefined => {
  switch (key) {
    case '+':
    case '=':
      return () => zoom(0.5);
    case '-':
      return () => zoom(2);
    case '0':
      return reset;
    case 'ArrowLeft':
      return () => move(-0.2);
    case 'ArrowRight':
      return () => move(0.2);
    default:
      return undefined;
  }
};

/** Zooms by the wheel with Ctrl, as maps do: without it, the screen scrolls. React's own listener could not prevent that. */
const useWheel = (zoom: (factor: number, share: number) => void, left: number) => {
  const svg = useRef<SVGSVGElement>(null);
  const latest = useRef(zoom);
  useEffect(() => {
    latest.current = zoom;
  });
  useEffect(() => {
    const element = svg.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      latest.current(event.deltaY > 0 ? 1.25 : 0.8, (event.clientX - box.left - left) / (box.width - left));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [left]);
  return svg;
};

const shapeOf = (shape: TimelineShape, onOpen: TimelinePictureProps['onOpen']): ReactNode => {
  const { key, element, className, attributes, text, title, facts } = shape;
  const { 'text-anchor': textAnchor, ...given } = attributes;
  const [first] = facts ?? [];
  const opens = onOpen !== undefined && first?.place !== undefined;
  return createElement(
    element,
    {
      key,
      ...given,
      ...(textAnchor === undefined ? {} : { textAnchor }),
      className: className
        .split(' ')
        .map((name) => classes[name] ?? name)
        .join(' '),
      ...(opens ? { onClick: () => onOpen(first), 'data-opens': true } : {}),
    },
    title === undefined ? undefined : createElement('title', undefined, title),
    text,
  );
};
