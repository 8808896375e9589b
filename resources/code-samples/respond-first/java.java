// Stores the event, responds, and processes it afterwards, in another thread or process that may fail and try again.
// CREATE TABLE webhook_events (id text PRIMARY KEY, body text NOT NULL, done boolean NOT NULL DEFAULT false)
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

final class RespondFirst {
    /** Respond 204 when it has returned. A scheduled task reads the rows that are not done. */
    static void store(Connection db, String webhookId, String body) throws SQLException {
        String sql = "INSERT INTO webhook_events (id, body) VALUES (?, ?) ON CONFLICT (id) DO NOTHING";
        try (PreparedStatement insert = db.prepareStatement(sql)) {
            insert.setString(1, webhookId);
            insert.setString(2, body);
            insert.executeUpdate();
        }
    }
}
