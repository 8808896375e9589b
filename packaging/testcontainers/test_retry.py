"""A retry test in Python: pip install testcontainers; the image is built as packaging/Dockerfile says."""

import json
import unittest
import urllib.request

from testcontainers.core.container import DockerContainer
from testcontainers.core.waiting_utils import wait_for_logs

TOKEN = "token-of-the-control-api-of-this-test"


class RetryTest(unittest.TestCase):
    def setUp(self):
        self.kit = (
            DockerContainer("carryover")
            .with_exposed_ports(4410, 4412)
            .with_env("CARRYOVER_CONTROL_TOKEN", TOKEN)
            .with_command("--clock skipping --seed 7")
            .start()
        )
        self.addCleanup(self.kit.stop)
        wait_for_logs(self.kit, "CARRYOVER_CONTROL_URL")
        host, port = self.kit.get_container_host_ip(), self.kit.get_exposed_port(4412)
        self.control_url = f"http://{host}:{port}/control/v1"

    def control(self, method, path, body=None):
        request = urllib.request.Request(
            self.control_url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"authorization": f"Bearer {TOKEN}"}
            | ({} if body is None else {"content-type": "application/json"}),
        )
        with urllib.request.urlopen(request) as response:
            return json.loads(response.read() or "null")

    def test_delivers_once_the_consumer_responds(self):
        consumer = self.control("POST", "/consumers")
        self.control("POST", "/endpoints", {"url": consumer["url"], "eventTypes": ["read.completed"]})
        self.control("PUT", f"/consumers/{consumer['id']}/response", {"statusCode": 500, "times": 7})
        self.control("POST", "/events", {"eventType": "read.completed"})
        found = self.control("POST", "/wait", {"for": "delivery", "status": "Success"})
        self.assertEqual(found["deliveries"][0]["delivery"]["attempts"], 8)


if __name__ == "__main__":
    unittest.main()
