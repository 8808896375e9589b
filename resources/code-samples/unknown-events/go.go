// Package webhooks answers types that are not processed with 2xx, too: anything else is retried for 28 h.
package webhooks

import (
	"encoding/json"
	"log"
	"net/http"
)

// Event is what every webhook has.
type Event struct {
	ID        string          `json:"id"`
	EventType string          `json:"eventType"`
	Payload   json.RawMessage `json:"payload"`
}

// Dispatch returns the status to respond with.
func Dispatch(handlers map[string]func(Event) error, event Event) int {
	handle, known := handlers[event.EventType]
	if !known {
		log.Println("ignored", event.EventType)
		return http.StatusNoContent
	}
	if err := handle(event); err != nil {
		return http.StatusInternalServerError
	}
	return http.StatusNoContent
}
