import { packageVersion } from '#base/package-root.ts';
import {
  latencyBoundsMs,
  type Readiness,
  readinessProblems,
  type ServiceFigures,
  type StoreFigures,
  storeStates,
} from '#contract/figures.ts';
import type { Resources } from '#contract/resources.ts';
import type { HostFigures } from './figures.ts';
import type { ProcessFigures } from './process-figures.ts';

/**
 * The figures of a host in the text format of Prometheus. Labels hold words of ours and ids of endpoints, of which there
 * are at most 50; nothing of them tells whose data this is. A figure that is not known is left out.
 */
export interface MetricSources {
  readonly host: HostFigures;
  readonly process: ProcessFigures;
  readonly readiness: Readiness;
}

export const metricsText = async (sources: MetricSources): Promise<{ type: string; text: string }> => {
  // Only a host that is watched needs it.
  const { Counter, Gauge, Registry } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  const write: Write = {
    gauge(name, help, values) {
      const labelNames = labelsOf(values);
      const gauge = new Gauge({ name, help, labelNames, registers });
      for (const [labels, value] of values) gauge.set(labels, value);
    },
    counter(name, help, values) {
      const counter = new Counter({ name, help, labelNames: labelsOf(values), registers });
      for (const [labels, value] of values) counter.inc(labels, value);
    },
    latencies: (name, help, stores) => registry.registerMetric(histogram(name, help, stores) as never),
  };
  const { host, process: ofProcess, readiness } = sources;
  writeHost(write, readiness, ofProcess);
  if (host.service !== undefined) writeService(write, host.service);
  writeStores(write, host);
  if (host.resources !== undefined) writeResources(write, host.resources);
  return { type: registry.contentType, text: await registry.metrics() };
};

type Labels = Readonly<Record<string, string>>;
type Values = readonly (readonly [Labels, number])[];

interface Write {
  gauge(name: string, help: string, values: Values): void;
  counter(name: string, help: string, values: Values): void;
  latencies(name: string, help: string, stores: readonly (readonly [Labels, StoreFigures['reads']])[]): void;
}

const labelsOf = (values: Values): string[] => Object.keys(values[0]?.[0] ?? {});
const one = (value: number): Values => [[{}, value]];
const byLabel = (label: string, values: Readonly<Record<string, number>>): Values =>
  Object.entries(values).map(([word, value]) => [{ [label]: word }, value]);

const writeHost = ({ gauge, counter }: Write, readiness: Readiness, figures: ProcessFigures): void => {
  const { memory, loopDelay, descriptors } = figures;
  gauge('carryover_info', 'Version of the host.', [
    [{ version: packageVersion(), node: process.versions.node }, 1],
  ]);
  gauge('carryover_ready', 'Whether /ready responds with 200.', one(Number(readiness.ready)));
  gauge(
    'carryover_not_ready',
    'What keeps the host from being ready.',
    readinessProblems.map((what) => [
      { what },
      Number(readiness.reasons.some((reason) => reason.what === what)),
    ]),
  );
  gauge('process_start_time_seconds', 'Start of the process, s since 1970.', one(figures.startedMs / 1000));
  counter('process_cpu_seconds_total', 'Processor time, all threads.', one(figures.cpuSeconds));
  gauge('process_resident_memory_bytes', 'Memory of the process.', one(memory.rss));
  gauge('nodejs_heap_size_total_bytes', 'Heap that V8 has reserved.', one(memory.heapTotal));
  gauge('nodejs_heap_size_used_bytes', 'Heap in use.', one(memory.heapUsed));
  gauge('nodejs_external_memory_bytes', 'Memory of buffers outside the heap.', one(memory.external));
  gauge('nodejs_eventloop_utilization', 'Share of time worked since the last scrape.', [
    [{}, figures.loopUtilization],
  ]);
  gauge('nodejs_eventloop_lag_p50_seconds', 'Median since the last scrape.', one(loopDelay.p50));
  gauge('nodejs_eventloop_lag_p99_seconds', '99th percentile since the last scrape.', one(loopDelay.p99));
  gauge('nodejs_eventloop_lag_max_seconds', 'Longest since the last scrape.', one(loopDelay.max));
  if (descriptors === undefined) return;
  gauge('process_open_fds', 'Open file descriptors.', one(descriptors.open));
  if (descriptors.limit !== undefined)
    gauge('process_max_fds', 'Most that the system allows.', one(descriptors.limit));
};

const schedulerStates = ['starting', 'running', 'paused', 'on hold', 'stopping', 'stopped'] as const;

const writeService = ({ gauge, counter }: Write, figures: ServiceFigures): void => {
  const { attempts, requests, lagMs, endpoints, scheduler } = figures;
  counter('carryover_delivery_attempts_total', 'Attempts that ended.', byLabel('outcome', attempts));
  counter(
    'carryover_api_requests_total',
    'Requests to the public API of the local service.',
    byLabel('status', requests),
  );
  if (lagMs !== undefined)
    gauge('carryover_delivery_lag_seconds', 'Lateness of the oldest due attempt.', one(lagMs / 1000));
  const queues = endpoints.flatMap(({ id, waiting }) =>
    waiting === undefined ? [] : [[{ endpoint: id }, waiting] as const],
  );
  if (queues.length === endpoints.length) {
    const all = queues.reduce((sum, [, waiting]) => sum + waiting, 0);
    gauge('carryover_backlog_deliveries', 'Deliveries that wait for an attempt.', one(all));
    gauge('carryover_endpoint_waiting', 'The same by endpoint.', queues);
  }
  gauge(
    'carryover_endpoint_in_flight',
    'Requests on their way, by endpoint.',
    endpoints.map(({ id, inFlight }) => [{ endpoint: id }, inFlight]),
  );
  const disabled = endpoints.filter((endpoint) => endpoint.disabled).length;
  const failing = endpoints.filter((endpoint) => endpoint.failing).length;
  const healthy = endpoints.length - disabled - failing;
  gauge('carryover_endpoints', 'Endpoints by health.', byLabel('state', { healthy, failing, disabled }));
  gauge(
    'carryover_scheduler_state',
    'The present state of the scheduler is 1.',
    schedulerStates.map((state) => [{ state }, Number(state === scheduler.state)]),
  );
  gauge('carryover_scheduler_in_flight', 'Attempts, alerts and mails on their way.', one(scheduler.inFlight));
  gauge('carryover_scheduler_results', 'Results that wait to be stored.', one(scheduler.results));
  gauge(
    'carryover_scheduler_turn_seconds',
    'Duration of the present turn so far.',
    one((scheduler.turnMs ?? 0) / 1000),
  );
};

const writeStores = ({ gauge, latencies }: Write, host: HostFigures): void => {
  const stores = [host.service?.store, host.deskStore].filter((store) => store !== undefined);
  gauge(
    'carryover_store_state',
    'The present state of a database is 1.',
    stores.flatMap(({ file, state }) =>
      storeStates.map((word) => [{ file, state: word }, Number(word === state)] as const),
    ),
  );
  const labelled = (part: 'reads' | 'writes') =>
    stores.map((store) => [{ file: store.file }, store[part]] as const);
  latencies(
    'carryover_store_read_seconds',
    'Reads of a database, the wait for it included.',
    labelled('reads'),
  );
  latencies(
    'carryover_store_write_seconds',
    'Writes to a database, the wait for it included.',
    labelled('writes'),
  );
  const sizes = stores.flatMap(({ file, sizes: { database, log } }) => [
    ...(database === undefined ? [] : [[{ file }, database] as const]),
    ...(log === undefined ? [] : [[{ file: `${file}-wal` }, log] as const]),
  ]);
  const vault = host.vaultBytes === undefined ? [] : [[{ file: 'vault.db' }, host.vaultBytes] as const];
  gauge('carryover_store_size_bytes', 'Size of a file of the data folder.', [...sizes, ...vault]);
  if (host.disk === undefined) return;
  gauge('carryover_disk_free_bytes', 'Free space on the disk of the data folder.', one(host.disk.freeBytes));
  gauge('carryover_disk_size_bytes', 'Size of that disk.', one(host.disk.totalBytes));
};

const resourceStates = ['ok', 'low', 'short', 'refusing', 'unknown'] as const;

const writeResources = ({ gauge }: Write, resources: Resources): void =>
  gauge(
    'carryover_resource_state',
    'The present state of disk, descriptors and backlog is 1.',
    (['disk', 'descriptors', 'backlog'] as const).flatMap((resource) =>
      resourceStates.map(
        (state) => [{ resource, state }, Number(state === resources[resource].state)] as const,
      ),
    ),
  );

/** A histogram of what was counted elsewhere: the package's own counts by itself. */
const histogram = (
  name: string,
  help: string,
  stores: readonly (readonly [Labels, StoreFigures['reads']])[],
) => ({
  name,
  get: async () => ({
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    values: stores.flatMap(([labels, { counts, sumMs }]) => {
      let sum = 0;
      const buckets = counts.map((count, n) => {
        sum += count;
        const bound = latencyBoundsMs[n];
        const le = bound === undefined ? '+Inf' : String(bound / 1000);
        return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: sum };
      });
      return [
        ...buckets,
        { metricName: `${name}_sum`, labels, value: sumMs / 1000 },
        { metricName: `${name}_count`, labels, value: sum },
      ];
    }),
  }),
});
