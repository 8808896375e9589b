import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { helpAddress } from '#renderer/lib/help.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import classes from './help.module.css';
import { Marked } from './marked.tsx';
import { type HelpHit, searchHelp } from './search.ts';
import { snippetOf } from './snippet.ts';

const most = 50;

/** Sections that fit what is searched for, the best first. */
export const Results = ({ query }: { readonly query: string }) => {
  const found = useQuery({
    queryKey: ['help-search', query],
    queryFn: () => searchHelp(query, most),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={found} text="Searching Help…">
      {(hits) =>
        hits.length === 0 ? (
          <Empty
            icon={<IconSearch aria-hidden />}
            title="No results."
            text="Try fewer words, an error code or the name of a command."
          />
        ) : (
          <section aria-label="Results">
            {hits.map((hit) => (
              <Hit key={hit.id} hit={hit} />
            ))}
          </section>
        )
      }
    </Loaded>
  );
};

const Hit = ({ hit: { path, anchor, title, page, text, terms } }: { readonly hit: HelpHit }) => (
  <Link to={helpAddress(`${path}#${anchor}`)} className={classes.hit}>
    <div>
      <Marked text={title} terms={terms} />
      {page !== title && <span className={classes.of}> · {page}</span>}
    </div>
    <div className={classes.of}>
      <Marked text={snippetOf(text, terms)} terms={terms} />
    </div>
  </Link>
);
