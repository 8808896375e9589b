import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ImportFormat, TokenTemplate } from '#contract/token-rows.ts';
import { api } from '#renderer/lib/api.ts';
import { saveFile } from '#renderer/lib/bridge.ts';
import { notifyDone, notifyFailed } from '#renderer/ui/notify.tsx';

/** A file to fill in for a platform. Its example row is one that an import refuses. */
export const TemplateButtons = ({ platformKey }: { platformKey: string }) => {
  const save = useMutation({
    mutationFn: async (format: ImportFormat) => {
      const { content, fileName } = await api.get<TokenTemplate>(`/api/tokens/templates/${platformKey}`, {
        query: { format },
      });
      return saveFile({ bytes: new TextEncoder().encode(content), name: fileName });
    },
    onSuccess: (saved) => {
      if (saved !== undefined) notifyDone(`Saved: ${saved}`);
    },
    onError: (error) => notifyFailed('The template was not saved', error),
  });
  return (
    <Group gap="xs">
      {(['csv', 'json', 'jsonl'] as const).map((format) => (
        <Button
          key={format}
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          disabled={platformKey === ''}
          loading={save.isPending && save.variables === format}
          onClick={() => save.mutate(format)}
        >
          {formatLabels[format]} template
        </Button>
      ))}
      <Text c="dimmed">
        {platformKey === ''
          ? 'Choose a platform to get a template for it.'
          : 'To be filled in by the integrator.'}
      </Text>
    </Group>
  );
};

const formatLabels: Readonly<Record<ImportFormat, string>> = {
  csv: 'CSV',
  json: 'JSON',
  jsonl: 'JSON lines',
};
