import { Text, Tooltip } from '@mantine/core';
import { formatList } from '#contract/format.ts';
import type { PresentPerson } from '#contract/presence.ts';
import { usePresence } from '#renderer/lib/presence.ts';
import { initialsOf } from '#renderer/lib/role-labels.ts';
import classes from './present-people.module.css';

/** More are counted. */
const most = 4;

/** Who else looks at the case at this moment. */
export const PresentPeople = ({ caseId }: { readonly caseId: string }) => {
  const people = usePresence(caseId);
  if (people.length === 0) return undefined;
  const rest = people.slice(most);
  return (
    <ul className={classes.people} aria-label="Also on this case">
      {people.slice(0, most).map((person) => (
        <li key={person.id}>
          <Tooltip label={`${person.name} ${isEditing(person) ? 'is editing' : 'is here'} (${person.login})`}>
            <span
              className={classes.person}
              data-editing={isEditing(person) || undefined}
              role="img"
              aria-label={`${person.name}${isEditing(person) ? ', editing' : ''}`}
            >
              {initialsOf(person.name)}
            </span>
          </Tooltip>
        </li>
      ))}
      {rest.length > 0 && (
        <li>
          <Tooltip label={formatList(rest.map(({ name }) => name))}>
            <span
              className={classes.person}
              role="img"
              aria-label={`Also ${formatList(rest.map(({ name }) => name))}`}
            >
              +{rest.length}
            </span>
          </Tooltip>
        </li>
      )}
    </ul>
  );
};

const isEditing = ({ editing }: PresentPerson): boolean => editing.length > 0;

/** Beside a form that others have open, too. */
export const AlsoEditing = ({
  people,
  noun,
}: {
  readonly people: readonly PresentPerson[];
  readonly noun: string;
}) =>
  people.length > 0 && (
    <Text size="sm" c="dimmed" role="status">
      {formatList(people.map(({ name }) => name))} {people.length === 1 ? 'is' : 'are'} editing this {noun}.
      Changes in different places are merged.
    </Text>
  );
