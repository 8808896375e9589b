// Package webhooks verifies the bytes as received and parses them afterwards.
package webhooks

import (
	"encoding/json"
	"io"
	"log"
	"net/http"
)

// Receive answers webhooks. verify is the function of the sample verify-signature.
func Receive(verify func(header http.Header, rawBody []byte) bool) http.HandlerFunc {
	return func(response http.ResponseWriter, request *http.Request) {
		// Exactly what was signed; not the output of json.Marshal.
		rawBody, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 1<<20))
		if err != nil || !verify(request.Header, rawBody) {
			response.WriteHeader(http.StatusUnauthorized)
			return
		}
		var event struct {
			EventType string `json:"eventType"`
		}
		if err := json.Unmarshal(rawBody, &event); err != nil {
			response.WriteHeader(http.StatusBadRequest)
			return
		}
		log.Println("received", event.EventType)
		response.WriteHeader(http.StatusNoContent)
	}
}
