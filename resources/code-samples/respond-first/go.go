// Package webhooks stores the event, responds, and processes it afterwards, in a process that may fail and try again.
// CREATE TABLE webhook_events (id text PRIMARY KEY, body text NOT NULL, done boolean NOT NULL DEFAULT false)
package webhooks

import (
	"database/sql"
	"net/http"
)

const insertEvent = `INSERT INTO webhook_events (id, body) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`

// Store answers a verified webhook. A worker reads the rows that are not done.
func Store(db *sql.DB, response http.ResponseWriter, request *http.Request, rawBody []byte) {
	id := request.Header.Get("webhook-id")
	if _, err := db.ExecContext(request.Context(), insertEvent, id, string(rawBody)); err != nil {
		response.WriteHeader(http.StatusInternalServerError)
		return
	}
	response.WriteHeader(http.StatusNoContent)
}
