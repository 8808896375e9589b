// Was: { AlertId, RuleType, CompanyId, DataConnectionId, Data }
import java.util.List;

final class NewPayload {
    record Company(String id, String name) {} // id: was CompanyId
    record Connection(String id, String status, String integrationKey) {} // Data.newStatus, Data.platformKey
    record DataType(String connectionId, String dataType, boolean recordsModified, String status) {}

    // connection.*
    record ConnectionPayload(Company referenceCompany, Connection connection) {}

    // read.completed, read.completed.initial: all data types of a read at once
    record ReadPayload(Company referenceCompany, String modifiedFromDate, List<DataType> dataTypes) {}

    // *.write.*: type was Data.dataType, id was Data.pushOperationKey
    record WritePayload(String id, String type, Company referenceCompany, String connectionId, String status) {}

    // client.rateLimit.*: were Data.DailyQuota, Data.QuotaRemaining, Data.ExpiresUtc
    record RateLimitPayload(int dailyQuota, int quotaRemaining, String expiryDate) {}

    record Event<P>(String id, String eventType, String generatedDate, P payload) {}
}
