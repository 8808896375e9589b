# Stores the event, responds, and processes it afterwards, in a job that may fail and try again (Rails).
# create_table(:webhook_events, id: :string) { |t| t.text :body, null: false; t.boolean :done, default: false }
class WebhooksController < ActionController::API
  def create
    id = request.headers["webhook-id"]
    WebhookEvent.insert({ id: id, body: request.raw_post })
    WebhookJob.perform_later(id)
    head :no_content
  end
end

class WebhookJob < ActiveJob::Base
  retry_on StandardError, wait: :polynomially_longer

  def perform(id)
    WebhookEvent.transaction do
      event = WebhookEvent.lock.find(id)
      next if event.done

      handle(JSON.parse(event.body))
      event.update!(done: true)
    end
  end
end
