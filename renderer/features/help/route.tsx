import contents from 'virtual:help/contents';
import { IconFileOff } from '@tabler/icons-react';
import { useRef } from 'react';
import { useLocation, useParams } from 'react-router';
import { useKeptScroll } from '#renderer/lib/use-kept-scroll.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { SearchField } from '#renderer/ui/search-field.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { ContentsList } from './contents-list.tsx';
import classes from './help.module.css';
import { HelpStart } from './help-start.tsx';
import { HelpText } from './help-text.tsx';
import { Results } from './results.tsx';

const titleOf = (path: string): string | undefined =>
  contents.flatMap(({ pages }) => pages).find((page) => page.path === path)?.title;

/** Help: the pages of `docs/`, with their contents and a search. */
export const Component = () => {
  const { '*': path = '' } = useParams();
  const [{ q = '' }, setState] = useUrlState(['q']);
  const title = path === '' ? undefined : (titleOf(path) ?? 'Page not found');
  const main = useRef<HTMLDivElement>(null);
  useKeptScroll(main, 'help');
  return (
    <Page
      title="Help"
      part={title}
      filled
      filters={
        <SearchField
          label="Search Help"
          placeholder="Search Help"
          value={q}
          onSearch={(next) => setState({ q: next })}
        />
      }
    >
      <div className={classes.columns}>
        <ContentsList path={path} />
        <div ref={main} className={classes.main}>
          {q.trim() === '' ? <Content path={path} title={title} /> : <Results query={q} />}
        </div>
      </div>
    </Page>
  );
};

const Content = ({ path, title }: { readonly path: string; readonly title: string | undefined }) => {
  const { hash } = useLocation();
  if (path === '') return <HelpStart />;
  if (titleOf(path) === undefined) {
    return (
      <Empty
        icon={<IconFileOff aria-hidden />}
        title="Page not found"
        text="Help has no page of this address."
        action={<TextLink to="/help">Open Help</TextLink>}
      />
    );
  }
  return <HelpText path={path} anchor={decodeURIComponent(hash.slice(1))} title={title ?? path} level={2} />;
};
