import { api } from './api.ts';
import { besideDue } from './beside-due.ts';
import { claims } from './claims.ts';
import { deliveries, window } from './deliveries.ts';
import { form } from './form.ts';
import { growth } from './growth.ts';
import { heavy } from './heavy.ts';
import { imports } from './imports.ts';
import { kit, kitCycles } from './kit.ts';
import { messageLog } from './message-log.ts';
import { aMillion } from './million.ts';
import { onServer } from './on-server.ts';
import { parity } from './parity.ts';
import { peers } from './peers.ts';
import { cleanUp } from './processes.ts';
import { reports } from './reports.ts';
import { print, type Result } from './results.ts';
import { retention } from './retention.ts';
import { runMemory } from './run-memory.ts';
import { search } from './search.ts';
import { serverApi } from './server-api.ts';
import { serverBytes } from './server-bytes.ts';
import { serverPeers } from './server-peers.ts';
import { soak } from './soak.ts';
import { source } from './source.ts';
import { states } from './states.ts';
import { streams } from './streams.ts';
import { sustained } from './sustained.ts';
import { tokens } from './tokens.ts';
import { uiCases } from './ui-cases.ts';
import { uiLog } from './ui-log.ts';
import { uiMemory } from './ui-memory.ts';
import { uiStart } from './ui-start.ts';

/**
 * `npm run bench [peers server-peers claims growth soak kit-cycles a b c e server server-api server-bytes beside-due log search retention source imports form tokens run-memory parity reports heavy states kit streams sustained
 * ui-start ui-cases ui-log ui-memory]`: the figures, each against its bar, as a table and as JSON. Ratios are of one run, as
 * machines differ and are noisy; nothing here is a test.
 */
const parts: Record<string, () => Promise<Result | Result[]>> = {
  a: deliveries,
  b: api,
  c: aMillion,
  e: window,
  server: onServer,
  'server-api': serverApi,
  'server-bytes': serverBytes,
  'beside-due': besideDue,
  log: messageLog,
  search,
  retention,
  source,
  imports,
  form,
  tokens,
  'run-memory': runMemory,
  parity,
  reports,
  heavy,
  states,
  kit,
  streams,
  sustained,
  'ui-start': uiStart,
  'ui-cases': uiCases,
  'ui-log': uiLog,
  'ui-memory': uiMemory,
};
/** Run only if they are named: they take long, or need the registry. */
const onlyNamed: Record<string, () => Promise<Result | Result[]>> = {
  peers,
  'server-peers': serverPeers,
  claims,
  growth,
  soak,
  'kit-cycles': kitCycles,
};
const wanted = process.argv.slice(2);

const results: Result[] = [];
try {
  const chosen = wanted.length === 0 ? parts : { ...parts, ...onlyNamed };
  for (const [name, run] of Object.entries(chosen)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.error(`running (${name}) …`);
    // What the others measured is not lost with one that could not.
    try {
      results.push(...[await run()].flat());
    } catch (error) {
      console.error(`(${name}) measured nothing:`, error);
      process.exitCode = 1;
    }
    cleanUp();
  }
} finally {
  cleanUp();
}
print(results);
