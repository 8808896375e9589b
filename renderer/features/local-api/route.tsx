import { ActiveFaults } from '#renderer/ui/active-faults.tsx';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { type Part, PartsPage } from '#renderer/ui/parts.tsx';
import { ClockTab } from './clock/clock-tab.tsx';
import { CutoverTab } from './cutover/cutover-tab.tsx';
import { FaultsTab } from './faults/faults-tab.tsx';
import { KeysTab } from './keys/keys-tab.tsx';
import { ReceiverTab } from './receiver/receiver-tab.tsx';
import { RequestsTab } from './requests/requests-tab.tsx';
import { RunnerTab } from './runner/runner-tab.tsx';
import { ScenariosTab } from './scenarios/scenarios-tab.tsx';
import { SnippetsTab } from './snippets/snippets-tab.tsx';
import { StatesTab } from './states/states-tab.tsx';
import { TokensTab } from './tokens/tokens-tab.tsx';

const tabs: readonly Part[] = [
  { path: 'requests', label: 'Requests', Content: RequestsTab, filled: true },
  { path: 'runner', label: 'Runner', Content: RunnerTab },
  { path: 'keys', label: 'Keys', Content: KeysTab },
  { path: 'snippets', label: 'Snippets', Content: SnippetsTab },
  { path: 'clock', label: 'Clock', Content: ClockTab },
  { path: 'states', label: 'States', Content: StatesTab },
  { path: 'scenarios', label: 'Scenarios', Content: ScenariosTab },
  { path: 'faults', label: 'Faults', Content: FaultsTab },
  { path: 'tokens', label: 'Tokens', Content: TokensTab },
  { path: 'receiver', label: 'Receiver', Content: ReceiverTab },
  { path: 'cutover', label: 'Cutover', Content: CutoverTab },
];

/** The local copy of the service: its requests, keys, clock and simulated errors. */
export const Component = () => (
  <PartsPage
    title="Local API"
    base="/local-api"
    parts={tabs}
    beside={
      <>
        <ActiveFaults />
        <AsOf />
      </>
    }
  />
);
