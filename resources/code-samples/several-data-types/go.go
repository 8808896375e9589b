// Package webhooks handles all data types of a read: the legacy mechanism sent one webhook for each.
package webhooks

type ReadCompleted struct {
	Payload struct {
		ReferenceCompany struct {
			ID string `json:"id"`
		} `json:"referenceCompany"`
		DataTypes []struct {
			ConnectionID    string `json:"connectionId"`
			DataType        string `json:"dataType"`
			RecordsModified bool   `json:"recordsModified"`
			Status          string `json:"status"`
		} `json:"dataTypes"`
	} `json:"payload"`
}

func OnReadCompleted(event ReadCompleted, handle func(companyID, connectionID, dataType, status string)) {
	for _, one := range event.Payload.DataTypes {
		handle(event.Payload.ReferenceCompany.ID, one.ConnectionID, one.DataType, one.Status)
	}
}
