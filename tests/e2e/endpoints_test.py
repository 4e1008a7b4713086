# SPDX-License-Identifier: Apache-2.0
"""Tests `kloupe endpoints check` and kloupe-ask against a scripted loopback server: each failure of
an endpoint, the use of the key, and the state after a kill. The profiles shorten the waits.

usage: endpoints_test.py KLOUPE [TEST…]       KLOUPE_PROGRAMS: folder of kloupe-ask if it differs
"""
import glob
import json
import os
import pathlib
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import uuid

from scriptedserver import CERTIFICATES, Server, event

KLOUPE = pathlib.Path(sys.argv[1])
ASK = KLOUPE.parent / "kloupe-ask"
KEY = "sk-test-0123456789abcdef"
PATIENCE = 60  # for loaded machines; nothing here waits that long


def good(content="OK", **more):
    return {"content": content, **more}


def refusal(status, message="", headers=None, **error):
    return {"status": status, "headers": {"Content-Type": "application/json", **(headers or {})},
            "chunks": [json.dumps({"error": {"message": message, **error}})]}


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def profile(self, url, limits=None, **endpoint):
        return {"format": 1, "name": "test", "model": "test-model",
                "endpoint": {"url": url, "kind": "llama.cpp", "key": "env:LOUPE_TEST_KEY", **endpoint},
                "limits": {"backoff_seconds": 0.01, "wait_seconds": 0.2, "start_seconds": 0.3,
                           "first_byte_seconds": PATIENCE, "idle_seconds": PATIENCE, **(limits or {})}}

    def check(self, profile, **environment):
        """Runs `kloupe endpoints check`. Returns exit code, document and text."""
        file = self.root / "p.json"
        file.write_text(profile if isinstance(profile, str) else json.dumps(profile))
        known = {"PATH": os.environ["PATH"], "HOME": self.folder.name, "LOUPE_TEST_KEY": KEY,
                 "TMPDIR": self.folder.name, "KLOUPE_CACHE": str(self.root / "cache"), **environment}
        for name in ("LD_LIBRARY_PATH", "KLOUPE_PROGRAMS"):
            if name in os.environ:
                known.setdefault(name, os.environ[name])
        done = subprocess.run([KLOUPE, "endpoints", "check", file, "--json"], env=known, text=True,
                              capture_output=True, timeout=PATIENCE)
        self.assertNotIn(KEY, done.stdout + done.stderr)
        document = json.loads(done.stdout) if done.stdout else json.loads(done.stderr)
        return done.returncode, document, done.stdout + done.stderr

    def asked(self, *script, limits=None, certificate=None, code=0, environment=None, **endpoint):
        """Returns the document and the server's requests."""
        with Server(list(script), certificate=certificate) as server:
            found, document, words = self.check(self.profile(server.url, limits, **endpoint),
                                                **(environment or {}))
            self.assertEqual(found, code, words)
            return document, server.requests


class Faults(Case):
    def test_a_streamed_answer_is_parsed(self):
        document, requests = self.asked(good(reasoning="hm", usage={
            "prompt_tokens": 9, "completion_tokens": 3, "completion_tokens_details": {"reasoning_tokens": 1}}))
        answer = document["answer"]
        self.assertEqual((document["content"], document["reasoning"], document["tries"]), ("OK", True, 1))
        self.assertTrue(answer["stream"] and answer["has_usage"])
        self.assertEqual(answer["usage"]["reasoning"], 1)
        body = json.loads(requests[0]["body"])
        self.assertLessEqual(body["max_tokens"], 16)
        self.assertEqual(requests[0]["path"], "/v1/chat/completions")
        self.assertEqual(requests[0]["headers"]["Authorization"], "Bearer " + KEY)
        self.assertEqual(uuid.UUID(requests[0]["headers"]["X-Client-Request-Id"]).version, 4)

    def test_an_unstreamed_answer_is_parsed(self):
        document, requests = self.asked(
            {"headers": {"Content-Type": "application/json", "x-ratelimit-limit-requests": "7"},
             "chunks": ['{"model": "m2", "choices": [{"index": 0, "message": {"content": "OK"}, ',
                        '"finish_reason": "stop"}]}']}, stream=False)
        self.assertFalse(json.loads(requests[0]["body"])["stream"])
        self.assertFalse(document["answer"]["stream"] or document["answer"]["has_usage"])
        self.assertEqual(document["answer"]["requests_per_minute"], 7)
        self.assertTrue(any("no usage" in each for each in document["remarks"]))

    def test_429_honours_retry_after(self):
        for headers, least, most in [({"Retry-After": "0.15"}, 0.15, 20), ({}, 0, 20),
                                     ({"Retry-After": "9999"}, 0.2, 20),
                                     ({"Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"}, 0, 20)]:
            document, requests = self.asked(refusal(429, headers=headers), good())
            self.assertEqual((document["tries"], len(requests)), (2, 2))
            waited = requests[1]["at"] - requests[0]["at"]
            self.assertTrue(least <= waited < most, waited)

    def test_permanent_failures_are_not_retried(self):
        for step in [refusal(429, "pay", code="insufficient_quota"), refusal(401, "bad key " + KEY),
                     refusal(402), refusal(403), refusal(404), refusal(413),
                     refusal(400, "too long", type="exceed_context_size_error", n_prompt_tokens=5000)]:
            document, requests = self.asked(step, good(), code=1)
            self.assertEqual(len(requests), 1, step)
            self.assertIn(f"status {step['status']}", document["error"]["message"])

    def test_500_twice_is_tried_three_times(self):
        document, requests = self.asked(refusal(500), refusal(502), good())
        self.assertEqual((document["tries"], len(requests)), (3, 3))

    def test_a_loading_server_is_waited_for(self):
        loading = refusal(503, "Loading model", code=503)
        document, _ = self.asked(*[loading] * 3, good(), limits={"tries": 1, "start_seconds": PATIENCE})
        self.assertEqual(document["tries"], 4)
        document, _ = self.asked(loading, code=1, limits={"tries": 1, "backoff_seconds": 0.1})
        self.assertIn("Loading model", document["error"]["message"])

    def test_a_reset_is_retried_once(self):
        partial = [event({"choices": [{"delta": {"content": "half"}}]})]
        for cut in [{"reset": "head"}, {"chunks": partial, "reset": "body"}, {"chunks": partial}]:
            document, requests = self.asked(cut, good())
            self.assertEqual((document["content"], len(requests)), ("OK", 2), cut)
            document, requests = self.asked(cut, cut, good(), code=1)
            self.assertEqual(len(requests), 2, cut)

    def test_an_error_event_is_not_an_answer(self):
        error = {"chunks": [event({"error": {"code": 502, "message": "upstream died"}})]}
        document, _ = self.asked(error, code=1, limits={"tries": 1})
        self.assertIn("upstream died", document["error"]["message"])

    def test_malformed_streams_give_the_same_or_the_byte(self):
        ok = '{"choices": [{"delta": {"content": "grün"}, "finish_reason": "stop"}]}'
        half = len(("data: " + ok).encode().split(b"\xc3")[0]) + 1
        raw = ("data: " + ok + "\n\n").encode()

        def pieces(*parts):
            import base64
            return {"chunks": [{"base64": base64.b64encode(each).decode()} for each in parts]}
        for step in [pieces(raw), pieces(raw.replace(b"\n", b"\r")), pieces(raw.replace(b"\n", b"\r\n")),
                     pieces(b"\xef\xbb\xbf" + raw), pieces(b": OPENROUTER PROCESSING\n\n" + raw),
                     pieces(raw[:half], raw[half:]), pieces(raw[:-2]),
                     pieces(b"data: " + ok.encode().replace(b", \"fin", b",\ndata: \"fin") + b"\n\n")]:
            document, requests = self.asked(step)
            self.assertEqual((document["content"], len(requests)), ("grün", 1), step)
        document, _ = self.asked({"chunks": ["data: {\"choices\": []}\n\ndata: {oops\n\n"]}, code=1)
        self.assertIn("byte 23", document["error"]["message"])

    def test_empty_choices_null_content_and_no_usage_are_an_answer(self):
        document, _ = self.asked({"chunks": [event({"choices": []}), event({"choices": [
            {"delta": {"content": None}, "finish_reason": "stop"}]}), event("[DONE]")]})
        self.assertEqual((document["content"], document["answer"]["has_usage"]), ("", False))

    def test_control_characters_are_escaped(self):
        odd = "\x1b[31m<script>\u202e\x00"
        with Server([good(odd)]) as server:
            file = self.root / "p.json"
            file.write_text(json.dumps(self.profile(server.url)))
            words = subprocess.run([KLOUPE, "endpoints", "check", file], capture_output=True, text=True,
                                   env={**os.environ, "LOUPE_TEST_KEY": KEY}, timeout=PATIENCE).stdout
        self.assertIn("<script>", words)
        for letter in "\x1b\u202e\x00":
            self.assertNotIn(letter, words)

    def test_silence_ends_a_try(self):
        document, _ = self.asked({"chunks": [": hello\n"], "silence": 1}, code=1,
                                 limits={"idle_seconds": 0.2, "tries": 1})
        self.assertIn("no further line", document["error"]["message"])
        document, _ = self.asked({"chunks": ["x"], "delay": 0.05, "repeat": 30}, code=1,
                                 limits={"idle_seconds": 0.3, "tries": 1})
        self.assertIn("no further line", document["error"]["message"])

    def test_a_server_that_is_not_there_is_named(self):
        with Server([good()]) as server:
            url = server.url
        code, document, _ = self.check(self.profile(url, {"tries": 2}))
        self.assertEqual(code, 1)
        self.assertIn("no connection", document["error"]["message"])

    def test_long_heads_are_refused(self):
        document, _ = self.asked({"headers": {f"X-{i}": "y" * 30000 for i in range(10)}}, code=1)
        self.assertIn("head", document["error"]["message"])

    def test_profiles_that_are_wrong_end_with_3(self):
        for change, place in [({"model": ""}, "model"), ({"endpoints": {}}, "endpoints"),
                              ({"endpoint": {"url": "http://example.com/v1"}}, "endpoint.url"),
                              ({"endpoint": {"url": "https://example.com/v1", "key": KEY}}, "endpoint.key")]:
            code, document, words = self.check({**self.profile("http://127.0.0.1:1"), **change})
            self.assertEqual(code, 3, words)
            self.assertIn(place, document["error"]["where"] + document["error"]["message"])
        self.assertEqual(self.check("{no")[0], 3)

    def test_a_key_that_is_absent_ends_with_4(self):
        profile = self.profile("http://127.0.0.1:1/v1", key="env:LOUPE_NO_SUCH_KEY")
        code, document, _ = self.check(profile)
        self.assertEqual(code, 4)
        self.assertIn("LOUPE_NO_SUCH_KEY", document["error"]["hint"])
        code, _, _ = self.check(self.profile("http://127.0.0.1:1/v1", key="file:/no/such/file"))
        self.assertEqual(code, 4)

    def test_a_build_without_kloupe_ask_names_the_missing_package(self):
        code, document, _ = self.check(self.profile("http://127.0.0.1:1/v1"), KLOUPE_PROGRAMS=self.folder.name)
        self.assertEqual(code, 4)
        self.assertIn("libcurl4-openssl-dev", document["error"]["hint"])

    def test_an_interrupt_ends_with_5(self):
        with Server([{"chunks": [": hello\n"], "silence": 30}]) as server:
            file = self.root / "p.json"
            file.write_text(json.dumps(self.profile(server.url)))
            process = subprocess.Popen([KLOUPE, "endpoints", "check", file], stderr=subprocess.PIPE,
                                       stdout=subprocess.PIPE, env={**os.environ, "LOUPE_TEST_KEY": KEY})
            while not server.requests:
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            self.assertEqual((process.communicate(timeout=PATIENCE), process.returncode)[1], 5)


class Trust(Case):
    """An untrusted server never gets the key."""
    def test_a_certificate_of_a_named_authority_is_trusted(self):
        document, requests = self.asked(good(), certificate="server.pem",
                                        ca_file=str(CERTIFICATES / "ca.pem"))
        self.assertEqual((document["content"], len(requests)), ("OK", 1))

    def test_other_certificates_get_no_request(self):
        for certificate, more in [("server.pem", {}), ("expired.pem", {"ca_file": str(CERTIFICATES / "ca.pem")}),
                                  ("other.pem", {"ca_file": str(CERTIFICATES / "ca.pem")})]:
            document, requests = self.asked(good(), certificate=certificate, code=1, **more)
            self.assertEqual(requests, [], certificate)
            self.assertIn("certificate", document["error"]["message"])

    def test_redirects_are_not_followed(self):
        with Server([good()]) as other:
            document, requests = self.asked(
                {"status": 307, "headers": {"Location": other.url + "/chat/completions"}}, code=1)
            self.assertEqual((len(requests), other.requests), (1, []))
            self.assertIn("redirects are not followed", document["error"]["message"])

    def test_the_loopback_is_reached_without_a_proxy(self):
        with Server([good()]) as proxy:
            environment = {name: f"http://127.0.0.1:{proxy.port}" for name in ("http_proxy", "all_proxy")}
            document, requests = self.asked(good(), environment=environment)
            self.assertEqual((len(requests), proxy.requests), (1, []))

    def test_https_goes_through_the_proxy_of_the_usual_variable(self):
        with Server([refusal(502)]) as proxy:
            self.check(self.profile("https://192.0.2.1/v1", {"tries": 1}),
                       https_proxy=f"http://127.0.0.1:{proxy.port}")
            # The proxy refuses CONNECT and sees no header of the request.
            self.assertNotIn(KEY, json.dumps(proxy.requests))


class AskProcess:
    """kloupe-ask itself, driven like the engine does."""
    def __init__(self, root, profile, key=KEY, record="", spent=()):
        reading, writing = os.pipe()
        os.write(writing, key.encode())
        os.close(writing)

        def hand_on():
            os.dup2(reading, 3)
            os.set_inheritable(3, True)  # if it already had that number
        environment = {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}
        with open(root / "ask.err", "ab") as errors:
            self.process = subprocess.Popen([ASK], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
                                            stderr=errors, preexec_fn=hand_on, close_fds=False, env=environment)
        os.close(reading)
        self.spool, self.buffer, self.events = root / "r.kloupe.spool", b"", []
        self.tell(kind="hello", protocol=1, profile=json.dumps(profile), source=str(root / "p.json"),
                  spool=str(self.spool), record=record, key_pipe=True, tokens_per_byte=1, spent=list(spent))

    def tell(self, **message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")

    def ask(self, task="t", sample=0, content="hello", max_tokens=100):
        name = str(uuid.uuid4())
        body = json.dumps({"max_tokens": max_tokens, "messages": [{"content": content, "role": "user"}],
                           "model": "test-model", "stream": True}, sort_keys=True)
        self.tell(kind="ask", uuid=name, body=body,
                  place={"task": task, "sample": sample, "round": 0, "purpose": "start", "try": 1})
        return name

    def next(self, *kinds):
        """Returns the next event of one of these kinds."""
        end = time.monotonic() + PATIENCE
        while True:
            while b"\n" in self.buffer:
                line, self.buffer = self.buffer.split(b"\n", 1)
                self.events.append(json.loads(line))
                if self.events[-1]["kind"] in kinds:
                    return self.events[-1]
            if not select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))[0]:
                raise AssertionError(f"none of {kinds} came: {self.events[-3:]}")
            more = os.read(self.process.stdout.fileno(), 1 << 16)
            if not more:
                raise AssertionError(f"kloupe-ask ended before one of {kinds}: {self.events[-3:]}")
            self.buffer += more

    def finals(self, count):
        found = []
        while len(found) < count:
            each = self.next("answered", "failed")
            if each["final"]:
                found.append(each)
        return found

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def end(self):
        self.process.stdin.close()
        code = self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        return code


class Sessions(Case):
    def begin(self, server, record="", limits=None, budget=None, prices=None, **endpoint):
        profile = self.profile(server.url, limits, **endpoint)
        if budget:
            profile["budget"] = budget
        if prices:
            profile["prices"] = prices
        self.process = AskProcess(self.root, profile, record=record)
        self.assertEqual(self.process.next("ready", "refused")["kind"], "ready")
        self.addCleanup(self.process.kill)
        return self.process

    def everything(self):
        return b"".join(file.read_bytes() for file in self.root.rglob("*") if file.is_file())

    def test_the_budget_holds_with_eight_lanes(self):
        """Limit 1.00: the server's total price never exceeds it."""
        usage = {"prompt_tokens": 60, "completion_tokens": 90}
        with Server([good("x", usage=usage)]) as server:
            process = self.begin(server, lanes=8, budget={"dollars": 1.0},
                                 prices={"input": 100, "output": 200, "date": "2026-11-25"})
            for sample in range(60):
                process.ask(sample=sample)
            finals = process.finals(60)
            answered = [each for each in finals if each["kind"] == "answered"]
            self.assertEqual(len(server.requests), len(answered))
            priced = len(server.requests) * (60 * 100 + 90 * 200) / 1e6
            self.assertLessEqual(priced, 1.0)
            self.assertGreater(priced, 0.9)
            self.assertEqual({each["class"] for each in finals if each["kind"] == "failed"}, {"budget"})

    def test_one_silent_lane_leaves_others_alone(self):
        silent = {"chunks": [": hello\n"], "silence": 2 * PATIENCE}
        with Server([silent, good()]) as server:
            process = self.begin(server, lanes=2, limits={"idle_seconds": PATIENCE})
            first = process.ask(sample=0)
            process.next("first_byte")
            others = [process.ask(sample=sample) for sample in range(1, 20)]
            finals = process.finals(19)
            self.assertEqual({each["ask"] for each in finals}, set(others))
            process.tell(kind="cancel", uuid=first)
            self.assertEqual(process.finals(1)[0]["class"], "cancelled")

    def test_large_answers_are_bounded(self):
        piece = event({"choices": [{"delta": {"content": "x" * 60000}}]})
        large = {"chunks": [piece] * 10, "repeat": 17}
        with Server([large]) as server:
            process = self.begin(server, limits={"raw_bytes": 64 << 20, "tries": 1})
            process.ask()
            self.assertEqual(process.finals(1)[0]["kind"], "failed")  # it has no end
            large["chunks"] = [piece] * 10 + [event({"choices": [{"delta": {}, "finish_reason": "stop"}]})]
            name = process.ask(sample=1)
            answered = process.finals(1)[0]
            self.assertTrue(answered["answer"]["content_cut"])
            self.assertEqual(answered["answer"]["content_bytes"], 4 << 20)
            self.assertGreater((self.root / f"r.kloupe.spool/{name}.answer").stat().st_size, 10_000_000)
            large["repeat"] = 2000  # above a gigabyte
            process.ask(sample=2)
            ended = process.finals(1)[0]
            self.assertEqual((ended["kind"], ended["class"]), ("failed", "request"))
            self.assertLess(ended["answer"]["bytes"], (64 << 20) + 1)
            peak = [int(line.split()[1]) for line in
                    pathlib.Path(f"/proc/{process.process.pid}/status").read_text().splitlines()
                    if line.startswith("VmHWM")][0]
            self.assertLess(peak, 120 << 10, "kB")

    def test_a_kill_loses_nothing_that_came(self):
        answer = [event({"choices": [{"delta": {"content": "word "}}]})] * 40
        end = event({"choices": [{"delta": {}, "finish_reason": "stop"}]})
        for moment in ("sent", "first_byte", "delta", "answered"):
            # The answer must not end before the kill on any machine.
            hold = threading.Event()
            if moment == "answered":
                hold.set()
            with self.subTest(moment), Server([{"chunks": answer + [end], "hold": hold}]) as server:
                self.addCleanup(hold.set)
                process = self.begin(server)
                name = process.ask()
                process.next(moment)
                process.kill()
                spool = self.root / "r.kloupe.spool"
                request = json.loads((spool / f"{name}.request").read_text())
                self.assertEqual(request["place"]["task"], "t")
                if moment in ("delta", "answered"):
                    kept = (spool / f"{name}.answer").read_bytes()
                    self.assertIn(b"word ", kept)
                    self.assertEqual(b"\nend " in kept, moment == "answered")
                for file in spool.iterdir():
                    file.unlink()

    def test_nothing_is_sent_before_it_is_in_the_spool(self):
        with Server([{"reset": "head"}]) as server:
            process = self.begin(server, limits={"tries": 1})
            spool = self.root / "r.kloupe.spool"
            seen = []
            take = server.take

            def looking(request):
                seen.append(len(glob.glob(str(spool / "*.request"))))
                return take(request)
            server.take = looking
            process.ask()
            process.finals(1)
            self.assertEqual(seen, [1])

    def test_ends_with_the_engine(self):
        with Server([{"chunks": [": hello\n"], "silence": 2 * PATIENCE}]) as server:
            process = self.begin(server, limits={"idle_seconds": PATIENCE})
            name = process.ask()
            process.next("first_byte")
            self.assertEqual(process.end(), 0)
            kept = (self.root / f"r.kloupe.spool/{name}.answer").read_text()
            self.assertIn('"state":"unknown"', kept)

    def test_a_second_process_does_not_write_the_same_spool(self):
        with Server([good()]) as server:
            self.begin(server)
            second = AskProcess(self.root, self.profile(server.url))
            refused = second.next("ready", "refused")
            self.assertEqual((refused["kind"], refused["code"]), ("refused", "busy"))
            second.kill()

    def test_invalid_messages_of_the_engine_end_it(self):
        for line in [b"{no\n", b"[]\n", b'{"kind":"unknown"}\n', b'{"kind":"ask"}\n']:
            with self.subTest(line), Server([good()]) as server:
                process = self.begin(server)
                process.process.stdin.write(line)
                self.assertEqual(process.process.wait(timeout=PATIENCE), 1)

    def test_the_key_is_in_no_output(self):
        """The key is in no file, argument, environment or event, even if a server repeats it."""
        pieces = [event({"choices": [{"delta": {"content": letter}}]}) for letter in KEY]
        for step in [good("Bearer " + KEY), refusal(400, "your key is " + KEY),
                     {"status": 401, "headers": {"Content-Type": "text/plain", "X-Request-Id": KEY}, "chunks": [KEY]},
                     {"status": 302, "headers": {"Location": "https://example.com/?" + KEY}},
                     {"chunks": [KEY[:9]], "reset": "body"}, {"chunks": pieces + [event("[DONE]")]},
                     {"chunks": [event("{" + KEY)]}]:
            with self.subTest(step), Server([step]) as server:
                cassette = self.root / "c.jsonl"
                process = self.begin(server, record=str(cassette), limits={"tries": 1})
                process.ask()
                process.next("first_byte")
                folder = f"/proc/{process.process.pid}"
                for file in ("cmdline", "environ"):
                    self.assertNotIn(KEY.encode(), pathlib.Path(folder, file).read_bytes())
                process.finals(1)
                self.assertEqual(server.requests[0]["headers"]["Authorization"], "Bearer " + KEY)
                process.end()
                self.assertNotIn(KEY.encode(), self.everything())
                self.assertNotIn(KEY, json.dumps(process.events))
                self.assertIn(b'"place"', cassette.read_bytes())
                self.assertNotIn(b"uthorization", self.everything())

    def test_a_recording_contains_the_answers(self):
        cassette = self.root / "c.jsonl"
        with Server([refusal(500), good("recorded")]) as server:
            process = self.begin(server, record=str(cassette))
            process.ask()
            process.finals(1)
            process.end()
        lines = [json.loads(line) for line in cassette.read_text().splitlines()]
        self.assertEqual(lines[0], {"kloupe_cassette": 1})
        self.assertEqual([each["place"]["try"] for each in lines[1:]], [1, 2])
        self.assertEqual([each["head"]["status"] for each in lines[1:]], [500, 200])
        self.assertIn("recorded", "".join(chunk["text"] for chunk in lines[2]["chunks"]))


if __name__ == "__main__":
    result = unittest.main(argv=sys.argv[1:], exit=False).result
    if result.skipped and len(result.skipped) == result.testsRun:
        print("skipped:", result.skipped[0][1])
        sys.exit(77)
    sys.exit(0 if result.wasSuccessful() else 1)
