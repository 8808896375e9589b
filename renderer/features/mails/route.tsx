import { Select, Stack } from '@mantine/core';
import { useCase } from '#renderer/lib/use-case.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { MailEditor } from './mail-editor.tsx';
import { MailTable } from './mail-table.tsx';
import { useMails } from './mails.ts';
import { WrittenMails } from './written-mails.tsx';

/** Mails to the integrator: choose one, edit it, write it, record that it was sent. */
export const Component = () => {
  const found = useCase();
  const [url, setUrl] = useUrlState(['mail', 'language']);
  const query = useMails(found.id, url.language);
  return (
    <Page
      level={2}
      title="Mails"
      description="Written from what is on record, for your mail client to send. What is not known stops a mail."
    >
      <Loaded query={query} text="Loading mails…">
        {(mails) => {
          const chosen = mails.kinds.find(({ kind }) => kind === url.mail);
          return (
            <Stack>
              <Select
                label="Language of the recipient"
                w={240}
                allowDeselect={false}
                data={mails.languages.map(({ language, name }) => ({ value: language, label: name }))}
                value={url.language ?? mails.written.at(-1)?.language ?? 'en'}
                onChange={(language) => setUrl({ language: language ?? '' })}
              />
              <MailTable kinds={mails.kinds} chosen={chosen?.kind} onChoose={(mail) => setUrl({ mail })} />
              {chosen && (
                <MailEditor
                  key={`${chosen.kind} ${url.language ?? ''}`}
                  caseId={found.id}
                  kind={chosen.kind}
                  title={chosen.title}
                  language={url.language}
                  owner={found.owner}
                />
              )}
              <WrittenMails caseId={found.id} written={mails.written} />
            </Stack>
          );
        }}
      </Loaded>
    </Page>
  );
};
