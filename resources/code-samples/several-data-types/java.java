// One event for each read, with all its data types. The legacy mechanism sent one webhook for each.
import java.util.List;
import java.util.function.BiConsumer;

final class SeveralDataTypes {
    record DataType(String connectionId, String dataType, boolean recordsModified, String status) {}

    static void onReadCompleted(String companyId, List<DataType> dataTypes, BiConsumer<String, DataType> handle) {
        for (DataType one : dataTypes) {
            handle.accept(companyId, one);
        }
    }
}
