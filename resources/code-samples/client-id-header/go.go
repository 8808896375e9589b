// Package webhooks reads the client id from the header, as before: it is no longer in the body.
package webhooks

import (
	"errors"
	"net/http"
)

func ClientID(request *http.Request) (string, error) {
	clientID := request.Header.Get("X-Service-ClientId")
	if clientID == "" {
		return "", errors.New("the webhook has no X-Service-ClientId")
	}
	return clientID, nil
}
