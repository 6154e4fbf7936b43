"""Calls every operation once, on the running service of POSTHORN_URL with POSTHORN_API_KEY (a test key)."""

from __future__ import annotations

import json
import os
import re
import sys
import time
import unittest
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import posthorn
from posthorn import Posthorn, types

from .far_side import FarSide, answer

T = TypeVar("T")
CONTRACT = Path(__file__).parents[3] / "contract" / "openapi.json"
EMAIL: types.EmailSend = {"from": "hello@acme.test", "to": "ada@example.com", "subject": "Hello", "text": "Hello."}
LATER = "2099-01-01T00:00:00Z"
TEXT: types.SmsSend = {"from": "+15005550006", "to": "+14155552671", "body": "Your code is 481 502."}
ONBOARDING: types.WorkflowCreate = {
    "name": "Onboarding",
    "status": "active",
    "trigger_config": {"type": "contact_created"},
    "workflow_definition": {"steps": [{"key": "wait", "type": "delay", "config": {"days": 1}}]},
}


def new_email() -> str:
    return f"person.{uuid.uuid4().hex}@example.com"


def until(look: Callable[[], T | None]) -> T:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if (seen := look()) is not None:
            return seen
        time.sleep(0.05)
    raise AssertionError("The condition was not met within 20 seconds.")


@unittest.skipUnless(os.environ.get("POSTHORN_URL"), "POSTHORN_URL is not set")
class Service(unittest.TestCase):
    def setUp(self) -> None:
        self.api = Posthorn()

    def test_every_operation_works(self) -> None:
        asked: list[str] = []

        def watch(event: str, about: tuple[Any, ...]) -> None:
            if event == "urllib.Request":
                asked.append(f"{about[3]} {urlsplit(about[0]).path}")

        sys.addaudithook(watch)
        # Slow operations are started first.
        workflow, sent = self.api.workflows.create(ONBOARDING), self.api.emails.send(EMAIL)
        contact = self.api.contacts.create({"email": new_email()})
        with FarSide(answer({})) as receiver:
            self.audience()
            self.emails(sent)
            self.broadcasts()
            self.workflows(workflow, contact)
            self.webhooks(receiver)
            self.account()
        patterns = {
            f"{method.upper()} {path}": re.compile(f"{method.upper()} " + re.sub(r"{\w+}", "[^/]+", path))
            for path, methods in json.loads(CONTRACT.read_text())["paths"].items()
            for method in methods
        }
        missing = [name for name, pattern in patterns.items() if not any(map(pattern.fullmatch, asked))]
        self.assertEqual(missing, [])

    def emails(self, sent: types.EmailAccepted) -> None:
        emails, sms, templates = self.api.emails, self.api.sms, self.api.templates
        until(lambda: emails.get(sent["id"])["status"] == "delivered" or None)
        self.assertIn("gets_it", emails.preflight(EMAIL)["recipients"][0])
        batch = emails.send_batch([EMAIL, {**EMAIL, "scheduled_for": LATER}])
        self.assertEqual(emails.reschedule(batch["data"][1]["id"], {"scheduled_for": LATER})["status"], "scheduled")
        self.assertTrue(emails.cancel(batch["data"][1]["id"])["success"])
        self.assertIn(sent["id"], [one["id"] for one in emails.list({"status": "delivered", "limit": 1})])
        with emails.get_raw(sent["id"]) as raw:
            self.assertIn(b"Subject: Hello", raw.read())
        attached = emails.send({**EMAIL, "attachments": [{"filename": "a.txt", "content": "aGVsbG8="}]})
        file = emails.list_attachments(attached["id"])["data"][0]
        self.assertEqual(emails.get_attachment(attached["id"], file["id"])["size"], 5)
        self.assertTrue(emails.explain(sent["id"]))
        self.assertEqual(emails.get_workflow(sent["id"])["emailId"], sent["id"])
        self.assertTrue(emails.delete(sent["id"])["success"])
        text = sms.send(TEXT)
        self.assertEqual(sms.get(text["id"])["body"], TEXT.get("body"))
        self.assertTrue(sms.explain(text["id"]))
        later = sms.send({**TEXT, "to": "+14155552672", "scheduled_for": LATER})
        self.assertEqual(sms.reschedule(later["id"], {"scheduled_for": LATER})["status"], "scheduled")
        self.assertTrue(sms.cancel(later["id"])["success"])
        self.assertEqual([one["id"] for one in sms.list({"to": TEXT["to"]})], [text["id"]])
        template = templates.create({"friendly_name": uuid.uuid4().hex, "subject": "Hello", "text": "{{ name }}"})
        self.assertEqual(templates.render(template["id"], {"variables": {"name": "Ada"}}).get("text"), "Ada")
        self.assertEqual(templates.update(template["id"], {"subject": "Hi"})["subject"], "Hi")
        self.assertEqual(templates.get(template["id"])["subject"], "Hi")
        self.assertEqual([one["id"] for one in templates.list()], [template["id"]])
        self.assertTrue(templates.delete(template["id"])["success"])

    def audience(self) -> None:
        contacts, topics, suppressions = self.api.contacts, self.api.topics, self.api.suppressions
        email = new_email()
        contact = contacts.create({"email": email})
        with self.assertRaises(posthorn.ContactExistsError) as raised:
            contacts.create({"email": email})
        self.assertEqual(raised.exception.details["id"], contact["id"])
        self.assertEqual(contacts.lookup({"email": email})["id"], contact["id"])
        self.assertEqual(contacts.update(contact["id"], {"first_name": "Ada"}).get("first_name"), "Ada")
        self.assertEqual(contacts.get(contact["id"]).get("first_name"), "Ada")
        self.assertGreaterEqual(len(list(contacts.list({"limit": 1, "email_subscribed": True}))), 2)
        self.assertEqual(contacts.import_rows({"rows": [{"email": new_email()}]})["created"], 1)
        imported = contacts.import_file({"csv": f"email\n{new_email()}\n"})
        until(lambda: contacts.get_file_import(imported["id"])["status"] == "completed" or None)
        self.assertEqual([one["id"] for one in contacts.list_file_imports()], [imported["id"]])
        self.assertIn(self.api.key.get()["mode"], ["live", "test"])
        fields = self.api.contact_fields
        field = fields.create({"key": f"f{uuid.uuid4().hex[:12]}", "type": "number"})
        self.assertEqual(fields.update(field["id"], {"fallback": 1}).get("fallback"), 1)
        self.assertEqual(fields.get(field["id"])["type"], "number")
        self.assertIn(field["id"], [one["id"] for one in fields.list()["data"]])
        self.assertEqual(contacts.update(contact["id"], {"properties": {field["key"]: 5}}).get("properties"), {field["key"]: 5})
        self.assertTrue(fields.delete(field["id"])["success"])
        segments = self.api.segments
        members = segments.create({"name": uuid.uuid4().hex})
        paying = {"event": "order.paid", "at_least": 2, "within_days": 30}
        buyers = segments.create({"name": uuid.uuid4().hex, "filter": {"all": [paying, {"segment_id": members["id"]}]}})
        self.assertEqual(segments.add_contacts(members["id"], {"contact_ids": [contact["id"]]})["changed"], 1)
        self.assertEqual([one["id"] for one in segments.list_contacts(members["id"])], [contact["id"]])
        self.assertEqual([one["id"] for one in self.api.contacts.list_segments(contact["id"])], [members["id"]])
        self.assertEqual(segments.preview({"filter": paying})["count"], 0)
        self.assertFalse(segments.explain_contact(buyers["id"], contact["id"])["is_member"])
        self.assertEqual(segments.remove_contacts(members["id"], {"contact_ids": [contact["id"]]})["changed"], 1)
        self.assertEqual(segments.update(buyers["id"], {"name": uuid.uuid4().hex})["type"], "dynamic")
        self.assertEqual(segments.get(buyers["id"])["id"], buyers["id"])
        self.assertIn(buyers["id"], [one["id"] for one in segments.list()])
        self.assertTrue(segments.delete(buyers["id"])["success"])
        paid = contacts.record_event(contact["id"], {"event": "order.paid", "data": {"amount": 5}})
        self.assertEqual(paid["contact_id"], contact["id"])
        self.assertEqual(contacts.record_event_by_email({"email": email, "event": "order.paid"})["event"], "order.paid")
        told = contacts.record_events([{"email": email, "event": "order.paid"}, {"email": new_email(), "event": "order.paid"}])
        self.assertEqual([sorted(one) for one in told["data"]], [["id"], ["error"]])
        self.assertEqual(contacts.upsert({"email": email, "last_name": "King"})["id"], contact["id"])
        self.assertEqual(len(contacts.create_batch([{"email": new_email()}, {"email": new_email()}])["data"]), 2)
        self.assertGreaterEqual(contacts.count()["count"], 4)
        self.assertIn("custom.order.paid", [one["type"] for one in contacts.list_history(contact["id"])])
        topic = topics.create({"name": "News"})
        self.assertEqual(topics.update(topic["id"], {"description": "New."}).get("description"), "New.")
        self.assertEqual(topics.get(topic["id"])["name"], "News")
        self.assertEqual([one["id"] for one in topics.list()], [topic["id"]])
        self.assertTrue(contacts.subscribe_to_topic(contact["id"], topic["id"])["subscribed"])
        self.assertEqual([one["subscribed"] for one in contacts.list_topics(contact["id"])], [True])
        self.assertFalse(contacts.unsubscribe_from_topic(contact["id"], topic["id"])["subscribed"])
        self.assertTrue(topics.delete(topic["id"])["success"])
        self.assertIn("given", [one["action"] for one in contacts.list_consent(contact["id"])])
        self.assertEqual(list(self.api.consent.list({"email": new_email()})), [])
        forms = self.api.signup_forms
        form = forms.create({"name": "Newsletter", "wording": "I want the newsletter."})
        self.assertEqual(forms.update(form["id"], {"name": "News"})["name"], "News")
        self.assertEqual(forms.get(form["id"])["wording"], "I want the newsletter.")
        self.assertIn(form["id"], [one["id"] for one in forms.list()["data"]])
        self.assertTrue(forms.delete(form["id"])["success"])
        with contacts.export(contact["id"]) as archive:
            self.assertEqual(archive.read(2), b"PK")
        self.assertTrue(self.api.erasures.get(contacts.erase(contact["id"])["id"])["id"])
        self.assertTrue(contacts.delete(contacts.create({"email": new_email()})["id"])["success"])
        suppression = suppressions.create({"email": new_email()})
        self.assertEqual([one["id"] for one in suppressions.list({"reason": "manual"})], [suppression["id"]])
        self.assertEqual(suppressions.get(suppression["id"])["email"], suppression["email"])
        self.assertTrue(suppressions.delete(suppression["id"])["success"])
        self.assertEqual(suppressions.import_rows({"rows": [{"email": new_email()}], "dry_run": True})["created"], 1)

    def broadcasts(self) -> None:
        broadcasts = self.api.broadcasts
        for _ in range(2):
            self.api.contacts.create({"email": new_email()})
        draft = broadcasts.create(
            {"name": "News", "from": "news@acme.test", "subject": "News", "text": "New.", "everyone": True}
        )
        self.assertEqual(broadcasts.get(draft["id"])["state"], "draft")
        self.assertEqual(broadcasts.update(draft["id"], {"pace": {"per_hour": 1}})["name"], "News")
        self.assertEqual([one["id"] for one in broadcasts.list()], [draft["id"]])
        self.assertEqual(broadcasts.preview(draft["id"])["problems"], [])
        self.assertEqual(len(broadcasts.test(draft["id"], {"to": ["me@example.com"]})["data"]), 1)
        self.assertEqual(broadcasts.send(draft["id"], {})["state"], "sending")
        self.assertEqual(broadcasts.pause(draft["id"])["state"], "paused")
        self.assertEqual(broadcasts.resume(draft["id"])["state"], "sending")
        self.assertEqual(broadcasts.cancel(draft["id"])["state"], "canceled")
        self.assertLessEqual(len(list(broadcasts.list_recipients(draft["id"]))), 1)
        self.assertEqual(broadcasts.list_links(draft["id"])["data"], [])
        self.assertIn("receivers", broadcasts.get_analytics(draft["id"]))
        other = broadcasts.create({"name": "Gone"})
        self.assertTrue(broadcasts.delete(other["id"])["success"])

    def workflows(self, workflow: types.Workflow, contact: types.Contact) -> None:
        workflows = self.api.workflows
        run = until(lambda: next(iter(workflows.list_runs(workflow["id"])), None))
        self.assertTrue(workflows.stop_run(workflow["id"], run["id"])["id"])
        self.assertIn("would_start", workflows.simulate(workflow["id"], {"contact_id": contact["id"]}))
        self.assertEqual(workflows.update(workflow["id"], {"status": "paused"})["status"], "paused")
        self.assertEqual(workflows.get(workflow["id"])["status"], "paused")
        self.assertEqual([one["id"] for one in workflows.list({"status": "paused"})], [workflow["id"]])
        self.assertTrue(workflows.delete(workflow["id"])["success"])
        self.assertTrue(self.api.test.advance_clock({"seconds": 1})["success"])

    def webhooks(self, receiver: FarSide) -> None:
        webhooks, events = self.api.webhooks, self.api.events
        webhook = webhooks.create({"url": receiver.url, "subscribed_events": ["webhook.test"]})
        self.assertTrue(webhooks.test(webhook["id"])["success"])
        delivery = receiver.asked[0]
        event = webhooks.unwrap(delivery.body, delivery.headers, webhook.get("secret", ""))
        self.assertEqual(event["type"], "webhook.test")
        self.assertEqual(webhooks.update(webhook["id"], {"nickname": "Tests"}).get("nickname"), "Tests")
        self.assertEqual(webhooks.get(webhook["id"])["url"], receiver.url)
        self.assertEqual(len(webhooks.list()["data"]), 1)
        self.assertEqual(webhooks.get_delivery(webhook["id"], event["id"])["status"], "delivered")
        self.assertNotEqual(webhooks.rotate_secret(webhook["id"]).get("secret"), webhook.get("secret"))
        self.assertGreaterEqual(len(webhooks.list_deliveries(webhook["id"]).data), 0)
        self.assertEqual(webhooks.replay(webhook["id"], {"since": "2026-01-01T00:00:00Z"})["count"], 0)
        with self.assertRaises(posthorn.InvalidStateError):
            webhooks.replay_delivery(webhook["id"], event["id"])
        self.assertTrue(webhooks.delete(webhook["id"])["success"])
        first = events.list({"limit": 1})
        second = next(iter(events.stream({"cursor": first.next_cursor or ""})))
        self.assertNotEqual(second["id"], first.data[0]["id"])

    def account(self) -> None:
        api = self.api
        self.assertIn("token_balance", api.rate_limit.get())
        self.assertIn("balance", api.credits.get())
        self.assertIn("stats", api.analytics.get({"granularity": "day"}))
        self.assertTrue(api.analytics.get_receivers())
        self.assertEqual(api.retention.update({"bodies_days": 7})["bodies_days"], api.retention.get()["bodies_days"])
        # Domains are only for live email.
        domains = Posthorn(os.environ["LIVE_KEY"]).domains
        domain = domains.add({"name": "python.example.com"})
        self.assertEqual(domains.get(domain["id"])["name"], domain["name"])
        self.assertIn(domain["id"], [one["id"] for one in domains.list()["data"]])
        self.assertTrue(domains.update(domain["id"], {"require_tls": True})["require_tls"])
        self.assertEqual(domains.verify(domain["id"])["id"], domain["id"])
        self.assertTrue(domains.remove(domain["id"])["success"])
        key = api.api_keys.create({"name": "CI", "permissions": ["emails:send"]})
        self.assertEqual(api.api_keys.update(key["id"], {"name": "Nightly"})["name"], "Nightly")
        self.assertEqual(api.api_keys.get(key["id"])["name"], "Nightly")
        self.assertIn(key["id"], [one["id"] for one in api.api_keys.list()["data"]])
        self.assertTrue(api.api_keys.revoke(key["id"])["success"])
        # Requests are logged after their answers.
        logged = until(lambda: api.requests.list({"limit": 1}).data or None)
        self.assertEqual(api.requests.get(logged[0]["id"])["id"], logged[0]["id"])
        self.assertIsInstance(api.audit_log.list({"limit": 1}).data, list)

    def test_an_unknown_key_is_unauthorized(self) -> None:
        with self.assertRaises(posthorn.UnauthorizedError) as raised:
            Posthorn("tx_test_nobody").credits.get()
        self.assertEqual(raised.exception.status, 401)
        self.assertTrue(raised.exception.request_id)
