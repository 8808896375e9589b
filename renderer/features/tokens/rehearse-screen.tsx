import { useCase } from '#renderer/lib/use-case.ts';
import { RehearseForm } from './rehearse-form.tsx';
import { WithRows } from './with-rows.tsx';

/** A run on a temporary instance, with simulated tokens. */
export const RehearseScreen = () => (
  <WithRows caseId={useCase().id}>{(counts) => <RehearseForm counts={counts} />}</WithRows>
);
