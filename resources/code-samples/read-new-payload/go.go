// Package webhooks reads the new events. Was: { AlertId, RuleType, CompanyId, DataConnectionId, Data }
package webhooks

import "encoding/json"

type Event struct {
	ID        string          `json:"id"`        // was AlertId, with another value
	EventType string          `json:"eventType"` // was RuleType
	Payload   json.RawMessage `json:"payload"`
}

type Payload struct {
	ReferenceCompany struct {
		ID string `json:"id"` // was CompanyId
	} `json:"referenceCompany"`
	Connection struct {
		ID             string `json:"id"`             // was DataConnectionId
		Status         string `json:"status"`         // was Data.newStatus
		IntegrationKey string `json:"integrationKey"` // was Data.platformKey
	} `json:"connection"`
	DataTypes []struct {
		ConnectionID string `json:"connectionId"` // was DataConnectionId
		DataType     string `json:"dataType"`     // was Data.dataType, one at a time
		Status       string `json:"status"`       // was Data.datasetStatus
	} `json:"dataTypes"`
	Type   string `json:"type"`   // of a write: was Data.dataType
	Status string `json:"status"` // of a write: was Data.status
}

func ReadPayload(event Event) (Payload, error) {
	var payload Payload
	err := json.Unmarshal(event.Payload, &payload)
	return payload, err
}
