// Events arrive in any order, as retries are late. An older one changes nothing, and is answered 2xx.
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;

final class OutOfOrder {
    private static final String NEWER_ONLY =
            "INSERT INTO connections (id, status, as_of) VALUES (?, ?, ?)"
                    + " ON CONFLICT (id) DO UPDATE SET status = excluded.status, as_of = excluded.as_of"
                    + " WHERE connections.as_of < excluded.as_of";

    static void apply(Connection db, String id, String status, Instant generatedDate) throws SQLException {
        try (PreparedStatement upsert = db.prepareStatement(NEWER_ONLY)) {
            upsert.setString(1, id);
            upsert.setString(2, status);
            upsert.setTimestamp(3, Timestamp.from(generatedDate));
            upsert.executeUpdate();
        }
    }
}
