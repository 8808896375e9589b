# Types that are not processed are answered 2xx, too: anything else is retried for 28 h.
# Returns the status to respond with.
def receive(handlers, event, logger)
  handler = handlers[event["eventType"]]
  if handler.nil?
    logger.info("ignored #{event["eventType"]}")
  else
    handler.call(event)
  end
  204
end
