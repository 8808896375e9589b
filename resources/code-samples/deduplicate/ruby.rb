# All attempts of one message have the same webhook-id. Insert it in the transaction of what the webhook changes:
# CREATE TABLE received_webhooks (id text PRIMARY KEY)
def handle_once(db, headers)
  db.transaction do
    inserted = db.exec_params(
      "INSERT INTO received_webhooks (id) VALUES ($1) ON CONFLICT (id) DO NOTHING",
      [headers["webhook-id"]]
    )
    yield db if inserted.cmd_tuples == 1
  end
end
