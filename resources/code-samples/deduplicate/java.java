// All attempts of one message have the same webhook-id. Insert it in the transaction of what the webhook changes:
// CREATE TABLE received_webhooks (id text PRIMARY KEY)
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

final class Deduplication {
    interface Handler {
        void handle(Connection db) throws SQLException;
    }

    static void handleOnce(Connection db, String webhookId, Handler handler) throws SQLException {
        db.setAutoCommit(false);
        String sql = "INSERT INTO received_webhooks (id) VALUES (?) ON CONFLICT (id) DO NOTHING";
        try (PreparedStatement insert = db.prepareStatement(sql)) {
            insert.setString(1, webhookId);
            if (insert.executeUpdate() == 1) {
                handler.handle(db);
            }
            db.commit();
        } catch (SQLException | RuntimeException error) {
            db.rollback();
            throw error;
        }
    }
}
