"""An integrator's suite in Python, with nothing but the standard library: `carryover exec -- python3 -m unittest`."""

import base64
import hashlib
import hmac
import json
import os
import unittest
import urllib.error
import urllib.request

API = os.environ["CARRYOVER_API_URL"]
CONTROL = os.environ["CARRYOVER_CONTROL_URL"]
KEY = base64.b64encode(os.environ["CARRYOVER_API_KEY"].encode()).decode()
TOKEN = os.environ["CARRYOVER_CONTROL_TOKEN"]


def send(url, method, authorization, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"authorization": authorization}
    if data is not None:
        headers["content-type"] = "application/json"
    request = urllib.request.Request(url, data=data, method=method, headers=headers)
    with urllib.request.urlopen(request) as response:
        text = response.read()
    return json.loads(text) if text else None


def api(method, path, body=None):
    return send(API + path, method, f"Basic {KEY}", body)


def control(method, path, body=None):
    return send(CONTROL + path, method, f"Bearer {TOKEN}", body)


class Integration(unittest.TestCase):
    def setUp(self):
        control("POST", "/reset")
        self.consumer = control("POST", "/consumers")

    def tearDown(self):
        control("DELETE", f"/consumers/{self.consumer['id']}")

    def subscribe(self, *event_types):
        return control("POST", "/endpoints", {"url": self.consumer["url"], "eventTypes": list(event_types)})

    def received(self):
        return control("GET", f"/consumers/{self.consumer['id']}/requests")["results"]

    def test_28_hours_of_retries(self):
        self.subscribe("read.completed")
        control("PUT", f"/consumers/{self.consumer['id']}/response", {"statusCode": 500, "times": 7})
        control("POST", "/events", {"eventType": "read.completed"})
        control("POST", "/wait", {"for": "delivery", "status": "Success"})
        self.assertEqual([one["statusCode"] for one in self.received()], [500] * 7 + [200])

    def test_signature(self):
        endpoint = self.subscribe("company.created")
        secret = control("GET", f"/endpoints/{endpoint['id']}/secret")["secret"]
        control("POST", "/events", {"eventType": "company.created"})
        control("POST", "/wait", {"for": "consumer", "consumerId": self.consumer["id"]})
        [request] = self.received()
        headers = request["headers"]
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{request['body']}".encode()
        key = base64.b64decode(secret.removeprefix("whsec_"))
        digest = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        self.assertEqual(headers["webhook-signature"], f"v1,{digest}")
        self.assertTrue(request["verified"])

    def test_sync(self):
        company = api("POST", "/companies", {"name": "Ada Ltd"})
        connection = api("POST", f"/companies/{company['id']}/connections", {"platformKey": "gbol"})
        [tokens] = control("POST", "/simulator/tokens", {"platformKey": "gbol"})["results"]
        path = f"/companies/{company['id']}/connections/{connection['id']}"
        self.assertEqual(api("PUT", f"{path}/authorization", tokens["credentials"])["status"], "Linked")
        api("POST", f"/companies/{company['id']}/data/all")
        control("POST", "/clock/until", {"until": "idle"})
        status = api("GET", f"/companies/{company['id']}/dataStatus")
        self.assertEqual({one["currentStatus"] for one in status.values()}, {"Complete"})

    def test_faults(self):
        control("PUT", "/faults", {"faults": [{"route": "*", "path": "/companies", "answer": "429", "times": 1}]})
        with self.assertRaises(urllib.error.HTTPError) as refused:
            api("GET", "/companies")
        self.assertEqual(refused.exception.code, 429)
        refused.exception.close()
        self.assertEqual(api("GET", "/companies")["results"], [])

    def test_state(self):
        company = api("POST", "/companies", {"name": "Ada Ltd"})
        control("POST", "/states", {"name": "ada", "replace": True})
        api("DELETE", f"/companies/{company['id']}")
        control("POST", "/states/ada/restore", {})
        self.assertEqual(api("GET", f"/companies/{company['id']}")["name"], "Ada Ltd")


if __name__ == "__main__":
    unittest.main()
