// Package webhooks lets events of 1 MB pass. A reverse proxy has a limit of its own, such as in nginx:
// client_max_body_size 2m;
package webhooks

import (
	"io"
	"net/http"
)

const mostBytes = 2 << 20

// ReadBody returns an error for a longer body: respond 413.
func ReadBody(response http.ResponseWriter, request *http.Request) ([]byte, error) {
	return io.ReadAll(http.MaxBytesReader(response, request.Body, mostBytes))
}
