import { useCompany } from '#renderer/lib/use-company.ts';

interface CompanyLabelProps {
  readonly companyId: string;
  /** Only the local service tells the name. */
  readonly local: boolean;
}

/** A company by its name, if it is known here. */
export const CompanyLabel = ({ companyId, local }: CompanyLabelProps) => {
  const { data } = useCompany(local ? companyId : '');
  return <span title={companyId}>{data?.name ?? `Company ${companyId.slice(0, 8)}`}</span>;
};
