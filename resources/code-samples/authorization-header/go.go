// Package webhooks compares the Authorization header in constant time. Answer 401 if it is not the expected value.
package webhooks

import (
	"crypto/subtle"
	"net/http"
)

func IsAuthorized(request *http.Request, expected string) bool {
	given := request.Header.Get("Authorization")
	return subtle.ConstantTimeCompare([]byte(given), []byte(expected)) == 1
}
