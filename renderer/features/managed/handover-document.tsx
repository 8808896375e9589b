import { useQuery } from '@tanstack/react-query';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { MarkdownText } from '#renderer/ui/markdown-text.tsx';
import { runbookPath } from './runbook.ts';

interface HandoverDocumentProps {
  readonly caseId: string;
  /** Changes with the document. */
  readonly revision: string | number;
}

/** The text of the handover document. */
export const HandoverDocument = ({ caseId, revision }: HandoverDocumentProps) => {
  const query = useQuery({
    queryKey: [...keys.cases.of(caseId), 'runbook', 'handover', revision],
    queryFn: async ({ signal }) => {
      const { bytes } = await api.file(`${runbookPath(caseId)}/handover.md`, { signal });
      return new TextDecoder().decode(bytes);
    },
  });
  return (
    <Loaded query={query} text="Loading document…">
      {(text) => <MarkdownText text={text} label="Handover document" />}
    </Loaded>
  );
};
