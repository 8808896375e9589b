import { SegmentedControl } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { CaseView } from '#contract/case.ts';
import {
  type CaseTimeline,
  type TimelineFact,
  timelineClockLabels,
  timelineLaneLabels,
} from '#contract/timeline.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { useNow } from '#renderer/lib/use-now.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { TimelinePicture, type TimelineSpans } from '#renderer/ui/timeline-picture.tsx';
import classes from './timeline.module.css';

export const timelineViews = ['picture', 'table', 'none'] as const;
export type TimelineView = (typeof timelineViews)[number];

interface ChoiceProps {
  readonly view: TimelineView;
  readonly onChange: (view: TimelineView) => void;
}

/** How the events above the audit chain are shown. */
export const TimelineChoice = ({ view, onChange }: ChoiceProps) => (
  <SegmentedControl
    size="xs"
    aria-label="Events"
    value={view}
    onChange={(value) => onChange(timelineViews.find((one) => one === value) ?? 'picture')}
    data={[
      { value: 'picture', label: 'Picture' },
      { value: 'table', label: 'Table' },
      { value: 'none', label: 'Audit chain only' },
    ]}
  />
);

interface SectionProps {
  readonly found: CaseView;
  readonly view: Exclude<TimelineView, 'none'>;
  readonly spans: TimelineSpans;
}

/** The steps, runs, windows, soaks and due dates of a case, above its audit chain. */
export const TimelineSection = ({ found, view, spans }: SectionProps) => {
  const query = useApiQuery<CaseTimeline>(
    [...keys.cases.of(found.id), 'timeline'],
    `/api/cases/${found.id}/timeline`,
  );
  const now = useNow();
  const navigate = useNavigate();
  return (
    <Loaded query={query} text="Loading timeline…">
      {(timeline) => {
        if (timeline.facts.length === 0) {
          return (
            <p className={classes.none}>No events yet: steps, runs and migration windows appear here.</p>
          );
        }
        return view === 'table' ? (
          <div className={classes.table}>
            <DataTable
              label="Events of the timeline"
              rows={timeline.facts}
              columns={columnsOf(found.id)}
              rowId={({ id }) => id}
              height="100%"
              minWidth={640}
            />
          </div>
        ) : (
          <div className={classes.picture}>
            <TimelinePicture
              timeline={{ ...timeline, asOf: new Date(now).toISOString() }}
              spans={spans}
              onOpen={({ place = '' }) => navigate(`/cases/${found.id}/${place}`)}
            />
          </div>
        );
      }}
    </Loaded>
  );
};

const columnsOf = (caseId: string): readonly TableColumn<TimelineFact>[] => [
  {
    header: 'Event',
    wraps: true,
    sortBy: ({ label }) => label,
    cell: ({ label, place }) =>
      place === undefined ? label : <TextLink to={`/cases/${caseId}/${place}`}>{label}</TextLink>,
  },
  { header: 'Lane', width: 130, sortBy: ({ lane }) => timelineLaneLabels[lane] },
  { header: 'Detail', wraps: true, cell: ({ detail }) => detail },
  { header: 'From', width: 150, sortBy: ({ from }) => from, cell: ({ from }) => <Instant at={from} /> },
  {
    header: 'To',
    width: 150,
    cell: ({ to, ongoing }) => (to === undefined ? ongoing === true ? 'Not ended' : '' : <Instant at={to} />),
  },
  {
    header: 'Clock',
    width: 150,
    wraps: true,
    cell: ({ clock }) => timelineClockLabels[clock],
  },
];
