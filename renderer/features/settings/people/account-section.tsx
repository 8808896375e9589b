import { Stack } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { formatCount } from '#contract/format.ts';
import { useSession } from '#renderer/lib/who.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { LinkButton } from '#renderer/ui/link-button.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { GrantTable } from './roles-part.tsx';
import { TokensPart } from './tokens-part.tsx';
import { useAccount } from './use-people.ts';

/** What the signed-in person is here. */
export const AccountSection = () => (
  <Loaded query={useSession()} text="Loading account…">
    {({ mode }) => (mode === 'person' ? <Own /> : <NoAccount />)}
  </Loaded>
);

const Own = () => (
  <Loaded query={useAccount()} text="Loading account…">
    {({ name, login, added, provider, byToken, sessions, grants, tokens }) => (
      <Stack>
        <Section title={name}>
          <Facts
            facts={[
              ['Sign-in name', login],
              ['Added', <Instant key="a" at={added} />],
              ['Signed in by', byToken ? 'Access token' : (provider?.issuer ?? 'Identity provider')],
              ['Sessions', formatCount(sessions, 'session')],
            ]}
          />
        </Section>
        <Section title="Roles" description="An admin of the desk gives and takes them">
          <GrantTable name={name} grants={grants} />
        </Section>
        <TokensPart of="own" name={name} tokens={tokens} level={2} />
      </Stack>
    )}
  </Loaded>
);

const NoAccount = () => (
  <Empty
    icon={<IconUser aria-hidden />}
    title="Nobody is signed in"
    level={2}
    text="This page is let in by the machine of the desk. Accounts are for people of a team's desk."
    action={<LinkButton to="/settings/people">Open People</LinkButton>}
  />
);
