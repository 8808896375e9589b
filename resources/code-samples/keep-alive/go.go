// Package webhooks keeps connections open for longer than the load balancer in front (often 60 s).
package webhooks

import (
	"net/http"
	"time"
)

// Server of webhooks: who closes a connection first loses a request.
func Server(address string, handler http.Handler) *http.Server {
	return &http.Server{
		Addr:              address,
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       65 * time.Second,
	}
}
