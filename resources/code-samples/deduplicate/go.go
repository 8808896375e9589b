// Package webhooks ignores repeated webhooks: all attempts of one message have the same webhook-id.
// CREATE TABLE received_webhooks (id text PRIMARY KEY)
package webhooks

import "database/sql"

// HandleOnce inserts the id in the transaction of what the webhook changes.
func HandleOnce(db *sql.DB, webhookID string, handle func(*sql.Tx) error) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	result, err := tx.Exec("INSERT INTO received_webhooks (id) VALUES ($1) ON CONFLICT (id) DO NOTHING", webhookID)
	if err != nil {
		return err
	}
	if inserted, err := result.RowsAffected(); err != nil || inserted == 0 {
		return err
	}
	if err := handle(tx); err != nil {
		return err
	}
	return tx.Commit()
}
