#!/bin/sh
# An integrator's check with curl: carryover exec --clock skipping -- sh curl.sh
set -eu

json='content-type: application/json'
control() { curl --fail-with-body --silent --show-error -H "Authorization: Bearer $CARRYOVER_CONTROL_TOKEN" -H "$json" "$@"; }
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

consumer=$(control -X POST "$CARRYOVER_CONTROL_URL/consumers")
id=$(printf %s "$consumer" | field id)
url=$(printf %s "$consumer" | field url)
control -X POST "$CARRYOVER_CONTROL_URL/endpoints" -d "{\"url\":\"$url\",\"eventTypes\":[\"read.completed\"]}" > /dev/null
control -X PUT "$CARRYOVER_CONTROL_URL/consumers/$id/response" -d '{"statusCode":500,"times":7}'
control -X POST "$CARRYOVER_CONTROL_URL/events" -d '{"eventType":"read.completed"}' > /dev/null
control -X POST "$CARRYOVER_CONTROL_URL/wait" -d '{"for":"delivery","status":"Success"}' > /dev/null
attempts=$(control "$CARRYOVER_CONTROL_URL/consumers/$id/requests" | grep -o '"statusCode"' | wc -l)
test "$attempts" -eq 8
printf 'attempts %s\n' "$attempts"
