import contents from 'virtual:help/contents';
import { Stack, Title } from '@mantine/core';
import { helpAddress } from '#renderer/lib/help.ts';
import { TextLink } from '#renderer/ui/text-link.tsx';
import classes from './help.module.css';

/** Where Help begins: its pages by group. */
export const HelpStart = () => (
  <Stack mt="sm">
    <div className={classes.groups}>
      {contents
        .filter(({ pages }) => pages.length > 0)
        .map(({ name, pages }) => (
          <section key={name}>
            <Title order={2} size="h3">
              {name}
            </Title>
            <ul className={classes.list}>
              {pages.map(({ path, title }) => (
                <li key={path}>
                  <TextLink to={helpAddress(path)}>{title}</TextLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  </Stack>
);
