import { VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import type { CaseView, PartStep } from '#contract/case.ts';
import { partInSentence, partLabels, partyLabels } from '#renderer/lib/labels.ts';
import { stepPlace } from '#renderer/lib/step-places.ts';
import classes from './case-header.module.css';

/** The next step of each part of the case, and who is responsible. */
export const NextSteps = ({ found: { id, state, parts, nextSteps } }: { found: CaseView }) => {
  if (state !== 'open') return undefined;
  if (nextSteps.length === 0) {
    return (
      <p className={classes.next}>All steps are done or skipped. Close the case after sending its report.</p>
    );
  }
  return (
    <ul aria-label="Next steps" className={classes.next}>
      {nextSteps.map((step) => (
        <NextStep key={step.part} caseId={id} step={step} isNamed={parts.length > 1} />
      ))}
    </ul>
  );
};

interface NextStepProps {
  readonly caseId: string;
  readonly step: PartStep;
  /** With several parts each is named. */
  readonly isNamed: boolean;
}

const NextStep = ({ caseId, step, isNamed }: NextStepProps) => {
  const { part, title, responsible } = step;
  const place = stepPlace(caseId, step);
  const lead = isNamed ? `Next for ${partInSentence(part)}: ` : 'Next: ';
  return (
    <li title={`${lead}${title} (waiting on ${partyLabels[responsible].toLowerCase()})`}>
      <span aria-hidden>{isNamed ? partLabels[part] : 'Next'}</span>
      <VisuallyHidden>{lead}</VisuallyHidden>
      {place === undefined ? (
        <span className={classes.step}>{title}</span>
      ) : (
        <Link to={place} className={classes.step}>
          {title}
        </Link>
      )}
      <span className={classes.party}>{partyLabels[responsible]}</span>
    </li>
  );
};
