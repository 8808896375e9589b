import type { IPv4 } from 'ipaddr.js';
import { finish } from './iptables-tables.ts';
import { type RuleSet, readRuleSet } from './iptables-text.ts';
import { decide, type Stage } from './pipeline.ts';
import type { Decision, Reading } from './reading.ts';

/** `iptables-save`, `iptables -S`, and scripts of plain `iptables` commands. */

/** In the order in which a packet passes them. */
const stages: readonly (Pick<Stage, 'way' | 'filters' | 'chain'> & { readonly table: string })[] = [
  { table: 'raw', chain: 'PREROUTING', way: 'both', filters: false },
  { table: 'mangle', chain: 'PREROUTING', way: 'both', filters: false },
  { table: 'nat', chain: 'PREROUTING', way: 'both', filters: false },
  { table: 'mangle', chain: 'INPUT', way: 'here', filters: false },
  { table: 'mangle', chain: 'FORWARD', way: 'onward', filters: false },
  { table: 'filter', chain: 'INPUT', way: 'here', filters: true },
  { table: 'filter', chain: 'FORWARD', way: 'onward', filters: true },
  { table: 'security', chain: 'INPUT', way: 'here', filters: false },
  { table: 'security', chain: 'FORWARD', way: 'onward', filters: false },
];

export const readIptables = (text: string, port: number): Reading => {
  const set = readRuleSet(text);
  const { tables, remarks } = set;
  const finished = new Map([...tables].map(([name, table]) => [name, finish(table)]));
  const passed = stages.flatMap((stage): Stage[] => {
    const chains = finished.get(stage.table)?.chains;
    if (chains === undefined) return [];
    const policy = tables.get(stage.table)?.policies.get(stage.chain);
    return [
      {
        ...stage,
        name: `chain ${stage.chain}${stage.table === 'filter' ? '' : ` of table ${stage.table}`}`,
        chains,
        policy: policy?.policy ?? (stage.filters ? undefined : 'accept'),
        policyLine: policy?.line,
        translates: stage.table === 'nat',
      },
    ];
  });
  const missing = [...finished.values()].find((one) => one.missing !== undefined)?.missing;
  const undecided = undecidedBy(set, missing);
  const onward = onwardBy(text);
  return {
    remarks,
    answer: (address) => undecided ?? decide(passed, { address, port }, onward),
    advise: (addresses) =>
      addresses.map(
        (address) =>
          `Run before the rules that deny it: iptables -I INPUT 1 -s ${address}/32 -p tcp --dport ${port} -j ACCEPT`,
      ),
  };
};

const undecidedBy = ({ tables, broken }: RuleSet, missing: string | undefined): Decision | undefined => {
  const [first] = broken;
  if (first !== undefined) return { result: 'unknown', ...first };
  const filter = tables.get('filter');
  if (filter === undefined || !(filter.chains.has('INPUT') || filter.policies.has('INPUT'))) {
    return {
      result: 'unknown',
      because: 'The text has no IPv4 chain INPUT, which decides on incoming packets.',
    };
  }
  if (missing === undefined) return undefined;
  const because = `The chain ${missing.slice(0, 40)} has rules but is never created, so it is unknown whether they apply.`;
  return { result: 'unknown', because };
};

const sentOn =
  /^(?:\[\d+:\d+\] )?-A (?!INPUT |PREROUTING |OUTPUT |POSTROUTING )\S+ (?:.* )?-d (\d+(?:\.\d+){3})(?:\/32)? .*-j ACCEPT\b/;
const lineLength = 500;

/** An address that rules of a chain other than INPUT name as where packets go is one of another machine. */
const onwardBy = (text: string): ((address: IPv4) => boolean) => {
  const named = new Set<string>();
  for (const line of text.split('\n')) {
    const destination = line.length > lineLength ? undefined : sentOn.exec(line)?.[1];
    if (destination !== undefined) named.add(destination);
  }
  return (address) => named.has(address.toString());
};
