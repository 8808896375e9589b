// Package webhooks responds with 2xx at once, within 15 seconds, and processes later: Retry-After is ignored.
package webhooks

import "net/http"

type Received struct {
	ID   string
	Body []byte
}

func Receive(response http.ResponseWriter, waiting chan<- Received, webhookID string, rawBody []byte) {
	select {
	case waiting <- Received{ID: webhookID, Body: rawBody}:
		response.WriteHeader(http.StatusNoContent)
	default:
		// Not stored: it is sent again, by the schedule of the service.
		response.WriteHeader(http.StatusServiceUnavailable)
	}
}
