// Was: { AlertId, RuleType, CompanyId, DataConnectionId, Data }
export function readEvent({ id, eventType, payload }) {
  const companyId = payload.referenceCompany?.id; // was CompanyId
  if (eventType.startsWith('connection.')) {
    const { id: connectionId, status, integrationKey } = payload.connection; // Data.newStatus, Data.platformKey
    return { id, eventType, companyId, connectionId, status, integrationKey };
  }
  if (eventType.startsWith('read.completed')) {
    return { id, eventType, companyId, dataTypes: payload.dataTypes }; // was Data.dataType, one at a time
  }
  if (eventType.includes('.write.')) {
    const { connectionId, type, status, id: pushOperationKey } = payload; // type: was Data.dataType
    return { id, eventType, companyId, connectionId, dataType: type, status, pushOperationKey };
  }
  return { id, eventType, companyId, payload };
}
