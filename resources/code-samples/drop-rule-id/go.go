// Package webhooks chooses the handler by eventType: there is no RuleId any more.
package webhooks

import (
	"encoding/json"
	"log"
)

func Dispatch(eventType string, payload json.RawMessage) {
	switch eventType {
	case "connection.connected":
		log.Printf("connected %s", payload)
	case "connection.disconnected":
		log.Printf("disconnected %s", payload)
	case "read.completed":
		log.Printf("read %s", payload)
	default:
		// Types that are not known here are accepted: new ones may come.
	}
}
