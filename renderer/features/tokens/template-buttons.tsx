import { Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ImportFormat, TokenTemplate } from '#contract/token-rows.ts';
import { api } from '#renderer/lib/api.ts';
import { saveFile } from '#renderer/lib/bridge.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { notifyDone, notifyFailed } from '#renderer/ui/notify.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { formatLabels } from './format-labels.ts';

/** A file for the integrator to fill in. Imports refuse its example row. */
export const TemplateButtons = ({ platformKey }: { platformKey: string }) => {
  const save = useMutation({
    mutationFn: async (format: ImportFormat) => {
      const { content, fileName } = await api.get<TokenTemplate>(`/api/tokens/templates/${platformKey}`, {
        query: { format },
      });
      return saveFile({ bytes: new TextEncoder().encode(content), name: fileName });
    },
    onSuccess: (saved) => {
      if (saved !== undefined) notifyDone(`Exported: ${saved}`);
    },
    onError: (error) => notifyFailed('Template not exported', error),
  });
  const missing = platformKey === '' ? 'Choose a platform first.' : undefined;
  return (
    <Group gap="xs">
      {(['csv', 'json', 'jsonl'] as const).map((format) => (
        <Blockable key={format} blocked={missing}>
          <SmallButton
            icon={IconDownload}
            changes={false}
            loading={save.isPending && save.variables === format}
            onClick={() => save.mutate(format)}
          >
            {formatLabels[format]} template
          </SmallButton>
        </Blockable>
      ))}
      {missing !== undefined && <Text c="dimmed">{missing}</Text>}
    </Group>
  );
};
