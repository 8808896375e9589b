// Package webhooks chooses what a legacy rule was sent for: read.completed is sent for every read.
package webhooks

import "strings"

type DataType struct {
	ConnectionID    string `json:"connectionId"`
	DataType        string `json:"dataType"`
	RecordsModified bool   `json:"recordsModified"`
	Status          string `json:"status"`
}

// Changed: "Dataset data changed".
func Changed(one DataType) bool { return one.RecordsModified }

// Failed: "Data Sync Status Changed To Error".
func Failed(one DataType) bool { return strings.HasSuffix(one.Status, "Error") }

// Completed: "Data sync completed".
func Completed(one DataType) bool { return one.Status == "Complete" }

// IsTimedOut: "Push Operation Timed Out".
func IsTimedOut(eventType, payloadStatus string) bool {
	return strings.HasSuffix(eventType, ".write.unsuccessful") && payloadStatus == "TimedOut"
}
