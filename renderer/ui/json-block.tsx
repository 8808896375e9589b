import { CodeBlock } from './code-block.tsx';

interface JsonBlockProps {
  readonly text: string;
  readonly what: string;
  readonly maxHeight?: number;
}

/** JSON, indented; other text unchanged. */
export const JsonBlock = ({ text, ...props }: JsonBlockProps) => (
  <CodeBlock text={indented(text)} {...props} />
);

const indented = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
};
