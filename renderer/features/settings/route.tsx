import { type Part, PartsPage } from '#renderer/ui/parts.tsx';
import { AboutSection } from './about/about-section.tsx';
import { ApprovalsSection } from './approvals/approvals-section.tsx';
import { AuditSection } from './audit/audit-section.tsx';
import { DataSection } from './data/data-section.tsx';
import { DiagnosticsSection } from './diagnostics-section.tsx';
import { GeneralSection } from './general/general-section.tsx';
import { IntegritySection } from './integrity/integrity-section.tsx';
import { AccountSection } from './people/account-section.tsx';
import { PeopleSection } from './people/people-section.tsx';
import { SecuritySection } from './security/security-section.tsx';
import { SigningSection } from './signing/signing-section.tsx';
import { TargetsSection } from './targets/targets-section.tsx';

const sections: readonly Part[] = [
  { path: 'general', label: 'General', Content: GeneralSection },
  { path: 'account', label: 'Account', Content: AccountSection },
  { path: 'people', label: 'People', Content: PeopleSection },
  { path: 'approvals', label: 'Approvals', Content: ApprovalsSection },
  { path: 'audit', label: 'Audit', Content: AuditSection },
  { path: 'targets', label: 'Targets', Content: TargetsSection },
  { path: 'data', label: 'Data', Content: DataSection },
  { path: 'integrity', label: 'Integrity', Content: IntegritySection },
  { path: 'security', label: 'Security', Content: SecuritySection },
  { path: 'signing', label: 'Signing identity', Content: SigningSection },
  { path: 'diagnostics', label: 'Diagnostics', Content: DiagnosticsSection },
  { path: 'about', label: 'About', Content: AboutSection },
];

export const Component = () => <PartsPage title="Settings" base="/settings" parts={sections} />;
