import { ActionIcon, CopyButton, Menu } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { maskSign, type SendRequest } from '#contract/request-runner.ts';
import { languages, type SnippetParts, snippetOf } from '#renderer/features/local-api/snippets/languages.ts';
import { useAbout } from '#renderer/lib/use-about.ts';
import { notifyRemark } from '#renderer/ui/notify.tsx';
import { indentJson } from '#renderer/ui/payload/indent-json.ts';

/** In place of the key, which stays in the host. */
const placeholder = 'YOUR_API_KEY';

/** Copies a request as a call in one of the languages of the snippets. */
export const CopyRequest = ({ request }: { readonly request: SendRequest }) => {
  const about = useAbout();
  const parts = { ...partsOf(request), baseUrl: about.data?.apiUrl ?? '', apiKey: placeholder };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Copy as"
          title="Copy as curl or code"
          loading={about.data === undefined}
        >
          <IconCode size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Copy as</Menu.Label>
        {languages.map(({ id, label }) => (
          <CopyButton key={id} value={snippetOf(id, parts)}>
            {({ copy }) => (
              <Menu.Item
                onClick={() => {
                  copy();
                  notifyRemark(`Copied as ${label}`, toReplace(request));
                }}
              >
                {label}
              </Menu.Item>
            )}
          </CopyButton>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

const toReplace = ({ body = '', path, headers = [] }: SendRequest): string => {
  const isMasked = [body, path, ...headers.map(({ value }) => value)].some((text) => text.includes(maskSign));
  return `Replace ${placeholder}${isMasked ? ` and the masked secrets (${maskSign})` : ''}.`;
};

/** Numbers that JavaScript can't hold, and names given twice, stay as they were sent. */
const partsOf = ({ method, path, headers, body }: SendRequest): Omit<SnippetParts, 'baseUrl' | 'apiKey'> => {
  const parts = { method, path, headers };
  if (body === undefined) return parts;
  try {
    const value: unknown = JSON.parse(body);
    if (indentJson(body) === JSON.stringify(value, undefined, 2)) {
      return { ...parts, body: value };
    }
  } catch {
    // Copied as the text that it is.
  }
  return { ...parts, text: body };
};
