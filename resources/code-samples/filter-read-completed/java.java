// read.completed is sent for every read. Choose what the legacy rule was sent for:
import java.util.List;

final class ReadCompleted {
    record DataType(String connectionId, String dataType, boolean recordsModified, String status) {}

    // "Dataset data changed"
    static List<DataType> changed(List<DataType> dataTypes) {
        return dataTypes.stream().filter(DataType::recordsModified).toList();
    }

    // "Data Sync Status Changed To Error"
    static List<DataType> failed(List<DataType> dataTypes) {
        return dataTypes.stream().filter(one -> one.status().endsWith("Error")).toList();
    }

    // "Data sync completed"
    static List<DataType> completed(List<DataType> dataTypes) {
        return dataTypes.stream().filter(one -> one.status().equals("Complete")).toList();
    }

    // "Push Operation Timed Out"
    static boolean isTimedOut(String eventType, String payloadStatus) {
        return eventType.endsWith(".write.unsuccessful") && payloadStatus.equals("TimedOut");
    }
}
