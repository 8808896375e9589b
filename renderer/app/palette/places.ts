import {
  IconArrowsExchange,
  IconBriefcase2,
  IconBroadcast,
  IconBug,
  IconCamera,
  IconCertificate,
  IconClock,
  IconClockCheck,
  IconClockPlay,
  IconCode,
  IconDatabase,
  IconFileImport,
  IconHelpCircle,
  IconHome,
  IconInbox,
  IconInfoCircle,
  IconKey,
  IconListCheck,
  IconMail,
  IconMessages,
  IconMovie,
  IconPlayerPlay,
  IconPlus,
  IconReport,
  IconReportMedical,
  IconRowInsertTop,
  IconRubberStamp,
  IconSend,
  IconServer2,
  IconSettings,
  IconShieldCheck,
  IconShieldLock,
  IconSignature,
  IconTestPipe,
  IconTicket,
  IconTimeline,
  IconUser,
  IconUserCheck,
  IconUsers,
  IconWall,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import type { CaseSummary } from '#contract/case.ts';
import { type Entry, wordsOf } from './arrange.ts';

/** Screens, and actions that a screen begins when it is opened by an address. */

type Place = readonly [label: string, path: string, icon: TablerIcon, description?: string];

const screenPlaces: readonly Place[] = [
  ['Home', '/', IconHome],
  ['Endpoints', '/endpoints', IconWebhook, 'Destinations, signing, tests'],
  ['Approvals', '/approvals', IconRubberStamp, 'What needs a second person'],
  ['Messages', '/messages', IconMessages, 'Deliveries and attempts'],
  ['Local API', '/local-api', IconServer2, 'Requests with their bodies'],
  ['Runner', '/local-api/runner', IconSend, 'Send a request to the local API'],
  ['API keys', '/local-api/keys', IconKey],
  ['Snippets', '/local-api/snippets', IconCode, 'Code that calls the local API'],
  ['Clock', '/local-api/clock', IconClock, 'Advance, pause, upcoming'],
  ['Saved states', '/local-api/states', IconCamera, 'Save or restore the sandbox'],
  ['Scenarios', '/local-api/scenarios', IconMovie, 'Play an outage, a race, a failed cutover'],
  ['Faults', '/local-api/faults', IconBug, 'Simulate API errors'],
  ['Simulated tokens', '/local-api/tokens', IconTicket],
  ['Receiver', '/local-api/receiver', IconInbox, 'Webhooks that the desk received'],
  ['Cutover of the local service', '/local-api/cutover', IconArrowsExchange],
  ['Help', '/help', IconHelpCircle, 'Guides, reference, glossary'],
  ['Settings', '/settings', IconSettings],
  ['Account', '/settings/account', IconUser, 'Own roles and access tokens'],
  ['Policy and keys of approvals', '/settings/approvals', IconUserCheck],
  ['People', '/settings/people', IconUsers, 'Who signs in, and their roles'],
  ['Audit streams', '/settings/audit', IconBroadcast, 'What the desk records, sent or exported'],
  ['Targets', '/settings/targets', IconPlayerPlay, 'Local and remote services'],
  ['Backups', '/settings/data', IconDatabase, 'Make or restore a backup'],
  ['Integrity', '/settings/integrity', IconCertificate, 'Verify the audit chains'],
  ['Security', '/settings/security', IconShieldLock],
  ['Signing identity', '/settings/signing', IconSignature],
  ['Diagnostics', '/settings/diagnostics', IconReportMedical],
  ['About', '/settings/about', IconInfoCircle, 'Version, licences'],
];

const actionPlaces: readonly Place[] = [
  ['New case', '/?new=case', IconPlus],
  ['New endpoint', '/endpoints?new=endpoint', IconWebhook],
  ['Advance clock', '/local-api/clock', IconClock, 'Virtual time of the local service'],
  ['Rehearse in virtual time', '/local-api/clock?open=virtual', IconClockPlay, 'Open the virtual sandbox'],
  ['Return to system time', '/local-api/clock?open=system', IconClockCheck],
  ['Save state', '/local-api/states?new=state', IconCamera, 'Everything in the sandbox, in one file'],
  ['Check firewall', '/endpoints?check=firewall', IconWall, 'Allow-list check'],
];

const placeEntries = (group: 'screens' | 'actions', places: readonly Place[]): readonly Entry[] =>
  places.map(([label, path, icon, description]) => ({
    id: `${group}:${path}`,
    group,
    label,
    path,
    icon,
    description,
  }));

export const fixedEntries: readonly Entry[] = [
  ...placeEntries('actions', actionPlaces),
  ...placeEntries('screens', screenPlaces),
];

const caseParts: readonly Place[] = [
  ['Eligibility', '/eligibility', IconListCheck],
  ['Cutover', '/cutover', IconArrowsExchange],
  ['Endpoints', '/headers', IconWebhook],
  ['Tokens', '/tokens', IconKey],
  ['Managed', '/managed', IconUsers, 'Managed migration'],
  ['Mails', '/mails', IconMail, 'Write mail'],
  ['Reports', '/reports', IconReport, 'Export report'],
  ['Timeline', '/timeline', IconTimeline],
  ['Import tokens', '/tokens/import', IconFileImport],
  ['Rehearse tokens', '/tokens/rehearse', IconTestPipe],
  ['Start token run', '/tokens/run', IconRowInsertTop],
  ['Token runs', '/tokens/runs', IconShieldCheck],
];

/** The words that may name a part of a case instead of the case. */
export const isPartWord = (word: string): boolean =>
  caseParts.some(([label]) => wordsOf(label).some((part) => part.startsWith(word)));

const caseEntry = ({ id, name, integrator }: CaseSummary): Entry => ({
  id: `case:${id}`,
  group: 'cases',
  label: name,
  description: integrator === name ? undefined : integrator,
  path: `/cases/${id}`,
  icon: IconBriefcase2,
});

/** The case and its parts, without a text; the parts stand in a group of their own choice. */
export const entriesOfCase = (one: CaseSummary, group: 'cases' | 'screens' = 'cases'): readonly Entry[] => [
  caseEntry(one),
  ...caseParts.map(
    ([label, path, icon, description]): Entry => ({
      id: `case:${one.id}${path}`,
      group,
      label: `${one.name}: ${label}`,
      description: description ?? (one.integrator === one.name ? undefined : one.integrator),
      keywords: one.integrator,
      path: `/cases/${one.id}${path}`,
      icon,
      whenSearched: group === 'cases',
    }),
  ),
];

/**
 * Of a case and a text, what the words are about: the case, or those of its parts that words beside its name are of.
 * @param isFound a search for the text found it
 */
export const searchedInCase = (
  one: CaseSummary,
  words: readonly string[],
  isFound: boolean,
): readonly Entry[] => {
  const named = `${one.name} ${one.integrator}`.toLowerCase();
  const others = words.filter((word) => !named.includes(word));
  if (!isFound && others.length === words.length) return [];
  const parts = others.length === 0 ? [] : partsOfCase(one, others);
  return parts.length > 0 ? parts : [{ ...caseEntry(one), isFound }];
};

/** Those whose own name has all of the words. */
export const partsOfCase = (
  one: CaseSummary,
  words: readonly string[],
  group: 'cases' | 'screens' = 'cases',
): readonly Entry[] =>
  entriesOfCase(one, group)
    .slice(1)
    .filter(({ label }) => words.every((word) => label.slice(one.name.length).toLowerCase().includes(word)));
