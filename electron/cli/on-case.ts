import { Command } from 'commander';
import type { CaseView } from '#contract/case.ts';
import { findCase } from './find-case.ts';
import { type HostAccess, withHost } from './host-access.ts';
import type { CommonOptions } from './options.ts';

/** For commander: the action of a command whose first argument names a case. */
export const onCase =
  <Rest extends unknown[]>(
    work: (access: HostAccess & { readonly found: CaseView }, ...rest: Rest) => Promise<void>,
  ) =>
  (reference: string, ...rest: Rest): Promise<void> => {
    // Commander's last argument is the command itself.
    const { data } = (rest.at(-1) as Command).opts<CommonOptions>();
    return withHost(data, async (host) =>
      work({ ...host, found: await findCase(host.desk, reference) }, ...rest),
    );
  };

export const commandOnCase = (name: string, description: string): Command =>
  new Command(name).description(description).argument('<case>');
