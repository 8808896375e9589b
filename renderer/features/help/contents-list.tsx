import contents from 'virtual:help/contents';
import { Link } from 'react-router';
import { helpAddress } from '#renderer/lib/help.ts';
import classes from './help.module.css';

/** Every page, by group; of the one that is open, its sections. */
export const ContentsList = ({ path }: { readonly path: string }) => (
  <nav aria-label="Contents of Help" className={classes.contents}>
    {contents
      .filter(({ pages }) => pages.length > 0)
      .map(({ name, pages }) => (
        <section key={name}>
          <h2>{name}</h2>
          <ul className={classes.list}>
            {pages.map((page) => (
              <li key={page.path}>
                <Link
                  to={helpAddress(page.path)}
                  {...(page.path === path ? { 'aria-current': 'page' as const } : {})}
                >
                  {page.title}
                </Link>
                {page.path === path && <Sections {...page} />}
              </li>
            ))}
          </ul>
        </section>
      ))}
  </nav>
);

const Sections = ({ path, sections }: (typeof contents)[number]['pages'][number]) =>
  sections.length === 0 ? undefined : (
    <ul className={classes.sections}>
      {sections.map(({ anchor, title }) => (
        <li key={anchor}>
          <Link to={`${helpAddress(path)}#${anchor}`}>{title}</Link>
        </li>
      ))}
    </ul>
  );
