import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatBytes, formatNumber } from '#contract/format.ts';
import type { Resources } from '#contract/resources.ts';
import { useHealth } from '#renderer/lib/use-health.ts';
import { TextLink } from '#renderer/ui/text-link.tsx';

/** The machine has too little of something that the local service needs; the worst of it. */
export const ResourceNotice = () => {
  const resources = useHealth().data?.resources;
  const notice = resources && noticeOf(resources);
  return (
    <div role="alert">
      {notice !== undefined && (
        <Alert color={notice.color} radius={0} icon={<IconAlertTriangle aria-hidden />} title={notice.title}>
          {notice.text}{' '}
          <TextLink to={notice.to} c="inherit" fz="inherit">
            {notice.link}
          </TextLink>
        </Alert>
      )}
    </div>
  );
};

interface Notice {
  readonly color: 'red' | 'orange';
  readonly title: string;
  readonly text: string;
  readonly to: string;
  readonly link: string;
}

const noticeOf = ({ disk, backlog, descriptors }: Resources): Notice | undefined => {
  const toData = { to: '/settings/data', link: 'Open Data' };
  if (disk.state === 'refusing') {
    return {
      color: 'red',
      title: 'Disk nearly full: new events get 429',
      text: `${formatBytes(disk.freeBytes ?? 0)} of disk space is left. Free disk space; events are accepted again automatically.`,
      ...toData,
    };
  }
  if (backlog.state === 'refusing') {
    return {
      color: 'red',
      title: 'Too many waiting deliveries: new events get 429',
      text: `${formatNumber(backlog.waiting)} deliveries are waiting; ${formatNumber(backlog.counted)} of them count, and the limit is ${formatNumber(backlog.limit)}. Fix, disable or delete the endpoints that do not respond.`,
      to: '/endpoints',
      link: 'Open Endpoints',
    };
  }
  if (descriptors.state === 'short') {
    return {
      color: 'orange',
      title: 'Deliveries wait for this machine',
      text: `Requests can't be opened: ${descriptors.problem ?? 'a limit of this machine is reached'}. No attempt is used up.`,
      ...toData,
    };
  }
  if (disk.state === 'low') return lowDisk(disk, toData);
  if (descriptors.state !== 'low') return undefined;
  return {
    color: 'orange',
    title: 'Few files may be open',
    text: `Deliveries to slow endpoints may delay others: ${descriptors.problem ?? 'the limit of open files is low'}.`,
    ...toData,
  };
};

const lowDisk = (disk: Resources['disk'], toData: Pick<Notice, 'to' | 'link'>): Notice => ({
  color: 'orange',
  title: 'Disk space is low',
  text: `${formatBytes(disk.freeBytes ?? 0)} is left; Carryover's databases take ${formatBytes(disk.dataBytes)}. Below ${formatBytes(disk.refuseBelowBytes ?? 0)}, new events get 429.`,
  ...toData,
});
