// Package webhooks applies events in any order, as retries are late. An older one changes nothing, and is answered 2xx.
package webhooks

import (
	"context"
	"database/sql"
	"time"
)

const newerOnly = `INSERT INTO connections (id, status, as_of) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET status = excluded.status, as_of = excluded.as_of
  WHERE connections.as_of < excluded.as_of`

// ApplyConnection keeps what is newest.
func ApplyConnection(ctx context.Context, db *sql.DB, id, status string, generated time.Time) error {
	_, err := db.ExecContext(ctx, newerOnly, id, status, generated)
	return err
}
