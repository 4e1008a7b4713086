# SPDX-License-Identifier: Apache-2.0
"""Requests that a child understands; core/platforms/python/pythonhost.h lists them."""

from __future__ import annotations

import base64
import contextlib
import gc
import io
import os
import sys
import time
import types
from typing import Any, Callable, Iterator

import torch

from loupe_worker import arrays, baselines, carriers, devices, failures, functionsonly
from loupe_worker import generatedcode, layout, loading, operatorsuite, operatortests, platforms
from loupe_worker import othervalues, poison, randomness, recording, script, sizes, tensors, ties
from loupe_worker import variants
from loupe_worker.artifacts import Artifacts, CompiledForm
from loupe_worker.auditoperations import AuditOperations
from loupe_worker.channel import Message
from loupe_worker.draws import Draws, put_back, stand
from loupe_worker.failures import Failure
from loupe_worker.feed import Arguments, Feed, Inbox, Kept, grow_heap, same_values
from loupe_worker.globalflags import GlobalFlags
from loupe_worker.gradients import Gradients
from loupe_worker.guards import Guards
from loupe_worker.modeloperations import ModelOperations, non_finite
from loupe_worker.timing import Timer
from loupe_worker.values import Decoder, Encoder, elements_at, glimpse, tensors_in

# Body of the answer, its value, and whether it has one.
Answer = tuple[Message, Any, bool]

_ORACLE_ONLY = {
    "arguments", "as_timed", "audit", "baseline", "compare_draws", "draw", "drawn", "estimate",
    "exact",
    "forget", "generator", "inputs", "operations", "operator_reference", "other_values", "randomise",
    "record_calls", "recorded", "structures", "ties", "undecided",
    "unwritten",
}  # fmt: skip
# Their results are passed to a model.
_HANDED_ON = {"arguments", "draw", "drawn", "inputs", "other_values", "randomise", "state"}
_OF_THE_TASK = {"draw", "drawn", "exact", "forward", "inputs"}
_OF_TIMED_CALLS = {"draw", "lay"}  # their values are no arguments of the next call


class Operations(ModelOperations, AuditOperations):
    """State of one child: what it has loaded, built and received."""

    def __init__(self, settings: Message, folder: str) -> None:
        self._role: str = settings["role"]
        self._device: str = settings["device"]
        self._loader: str = settings.get("loader", "")
        # Memory in which tensors travel: the host's, or that of this device.
        self.memory: str = settings.get("memory", "host")
        self.shared_device = torch.device(self.memory) if self.memory != "host" else None
        self._folder = folder
        self._module: types.ModuleType | None = None
        self._object: Any = None
        self._aside: Any = None  # the object while another one replaces it
        self._args: list[Any] = []
        self._kwargs: dict[str, Any] = {}
        self._given: list[tuple[int, torch.Tensor]] = []
        self._pristine: list[torch.Tensor] = []
        self._last: Any = None
        self._held: dict[int, Any] = {}  # copies of timed results, as they are handed over
        self._feed: Feed | None = None  # inputs of timed calls
        self._sets: list[Arguments] = []  # that a request of timed calls brought
        self._kept: Kept | None = None  # drawn for this process
        self._laid: Kept | None = None  # what draw kept, once it is laid
        self._held_inputs: dict[int, Kept] = {}  # of the calls whose results are held
        self._inbox = Inbox(self.shared_device)
        self._recorded: Arguments | None = None  # whose values are changed for timed calls
        self._changeable: list[tuple[int, bool]] = []  # of these values
        self._drawn_inputs: Any = []  # on the host, until they are requested
        self._as_jax = False  # of the last forward's arguments
        self._groups: dict[str, list[Any]] = {}
        self._calls: list[recording.Call] = []
        torch.set_num_threads(settings["threads"])
        devices.select(self._device)
        self._draws_library: str = settings.get("draws", "")
        self._draws = Draws(self._draws_library)
        self._timer = Timer(self._device)
        self._artifacts = Artifacts()
        self._compiled = CompiledForm("")  # of a reference
        self._guards = Guards()
        self._flags = GlobalFlags()

    def perform(self, request: Message, received: list[int]) -> Answer:
        """Performs a request; raises whatever the code raises."""
        name = request["do"]
        operation: Callable[[Message], Answer] | None = getattr(self, f"_do_{name}", None)
        if operation is None or (name in _ORACLE_ONLY and self._role != "oracle"):
            raise Failure(failures.REFUSED, f"the {self._role} does not do {name}")
        if "tf32" in request and self._role == "oracle":
            devices.allow_tf32(bool(request["tf32"]))
        if "value" in request and name in _OF_TIMED_CALLS:
            self._sets = self._sets_of(request, received)
        elif "value" in request:
            self._take(request, received)
        elif name == "construct":
            self._args, self._kwargs = [], {}
        return operation(request)

    def goes_on(self, request: Message) -> bool:
        """Returns whether the resulting value is passed on to be used, not compared."""
        if request["do"] == "recorded":
            return bool(request["part"] == "arguments")
        return request["do"] in _HANDED_ON

    def is_asked_of_the_task(self, request: Message) -> bool:
        """Returns whether the value is one of a task's own, of which every part must be
        transferable."""
        return self._role == "oracle" and request["do"] in _OF_THE_TASK

    def describe(self, request: Message, error: BaseException) -> Message:
        """Returns the message for an exception raised by perform()."""
        told = failures.describe(error, loading=request["do"] == "load")
        if self._artifacts.failed_build:
            told["build"] = self._artifacts.failed_build
        return told

    # --- code ------------------------------------------------------------------------------------

    def _do_load(self, request: Message) -> Answer:
        began = time.monotonic()
        source, file_name = request["source"], request["file_name"]
        files: dict[str, str] = request.get("files", {})  # all, if there are several
        written = loading.write_files(files, os.path.join(self._folder, "submission"))
        if request.get("artifacts"):
            self._artifacts.restore(request["artifacts"], written.values())
        else:
            self._artifacts.watch("".join([source, *files.values()]), written.values())
        if self._role == "oracle":
            self._forget()
        names = request.get("namespace", {})
        if files and self._loader:
            raise Failure(failures.REFUSED, "this platform does not load several files")
        if files:
            self._module = loading.load_entry(source, written[file_name], names)
        elif self._loader:
            self._module = platforms.load(self._loader, source, file_name, self._folder, names)
        elif request.get("style", "module") == "module":
            self._module = loading.load_module(source, file_name, self._folder, names)
        else:
            self._module = loading.execute(source, file_name, names)
        if "entry" in request:
            self._named(request["entry"])
        return {"build_seconds": time.monotonic() - began}, None, False

    def _do_take_compiled(self, request: Message) -> Answer:
        self._compiled = CompiledForm(request["artifacts"])
        return {}, None, False

    def _do_compiled(self, _: Message) -> Answer:
        return {"artifacts": self._compiled.pack()}, None, False

    def _forget(self) -> None:
        """Drops everything of the previous task that takes memory or has a name."""
        if self._module is None:
            return
        sys.modules.pop(self._module.__name__, None)
        self._module = self._object = self._last = self._exact = None
        self._held, self._feed, self._aside = {}, None, None
        self._sets, self._recorded = [], None
        self._kept = self._laid = None
        self._held_inputs = {}
        self._inbox.forget()
        self._args, self._kwargs, self._given, self._pristine = [], {}, [], []
        self._groups, self._calls, self._drawn_inputs = {}, [], []
        self._draws = Draws(self._draws_library)
        self._timer.forget()
        gc.collect()
        devices.free_unused(self._device)

    def _do_forget(self, _: Message) -> Answer:
        self._forget()
        return {}, None, False

    def _do_artifacts(self, _: Message) -> Answer:
        return {"artifacts": self._artifacts.pack()}, None, False

    def _do_generated_code(self, _: Message) -> Answer:
        return {"generated_code": generatedcode.collect()}, None, False

    def _do_construct(self, request: Message) -> Answer:
        kind = self._named(request["class"])
        if request.get("aside"):
            self._aside = self._object
        dtype = self._dtype(request)
        every = bool(request.get("cast_all"))
        args, kwargs = loading.cast_all((self._args, self._kwargs), self._device, dtype, every)
        with self._grad_mode(request):
            self._seed(request)
            self._object, drawn = self._drawn_by(request, lambda: kind(*args, **kwargs))
        if request.get("backward"):
            self._object = Gradients(self._object, self._role == "oracle")
        self._args, self._kwargs = [], {}  # the constructor's arguments are not forward's
        state = _rng_state()
        if not request.get("stays_on_host"):
            self._do_move(request)
        return {"rng_state": state} | drawn, None, False

    def _do_restore_object(self, _: Message) -> Answer:
        """Restores the object that one constructed aside replaced."""
        self._object, self._aside = self._aside, None
        devices.free_much(self._device)
        return {}, None, False

    def _drawn_by(self, request: Message, make: Callable[[], Any]) -> tuple[Any, Message]:
        """Returns what is made on the processor, and how its numbers were drawn."""
        if "draws" not in request:
            return make(), {}
        made, how = self._draws.drawn(make, request["draws"] == "known")
        return made, {"draws": how, "draws_problem": self._draws.problem}

    def _do_move(self, request: Message) -> Answer:
        made, dtype = self._object, self._dtype(request)
        if hasattr(made, "to"):
            with self._grad_mode(request):
                made = made.to(device=self._device, dtype=dtype) if dtype else made.to(self._device)
        self._object = made
        self._synchronise()
        return {}, None, False

    def _do_script(self, request: Message) -> Answer:
        sys.path[:0] = request.get("paths", [])
        if request.get("seed") is not None:
            loading.seed_all(request["seed"], everything=True)
        source = request["source"]
        if "functions_of" in request:
            source = functionsonly.functions_only(request["functions_of"]) + source
        printed = io.StringIO()
        captures = bool(request.get("stdout"))
        with contextlib.redirect_stdout(printed) if captures else contextlib.nullcontext():
            module, code = script.run_as_main(source, request["file_name"], self._folder)
        self._synchronise()
        if captures:
            print(printed.getvalue(), end="")
            return {"exit_code": code}, printed.getvalue(), code == 0
        name = request.get("result")
        if code != 0 or not name:
            return {"exit_code": code}, None, False
        if name not in module.__dict__:
            raise Failure(failures.MISSING, f"it leaves no variable {name}")
        return {"exit_code": code}, module.__dict__[name], True

    # --- inputs ----------------------------------------------------------------------------------

    def _do_inputs(self, request: Message) -> Answer:
        on_host = bool(request.get("stays_on_host"))
        if not on_host:  # returning memory to the device is its work too
            self._end_trial()
        self._drawn_inputs = []
        self._seed(request)
        inputs, count, drawn = self._inputs_made(request)
        facts: Message = {"count": count, "rng_state": _rng_state()} | drawn
        if "class" in request:
            args, kwargs = loading.split(self._named(request["class"]), inputs)
            inputs = {"args": args, "kwargs": kwargs}
        if on_host and tensors_in(inputs):
            self._drawn_inputs = inputs
            return facts, None, False
        return facts, inputs, True

    def _inputs_made(self, request: Message) -> tuple[Any, int, Message]:
        """Returns inputs as the generators' states give them, the number of groups, and how they
        were drawn."""
        on_device = request.get("make_on", "cpu") == "device"
        with torch.device(self._device) if on_device else contextlib.nullcontext():
            (made, count), drawn = self._drawn_by(request, lambda: self._make_inputs(request))
        dtype = self._dtype(request)
        inputs: Any = [
            loading.cast_all(each, self._device if on_device else "cpu", dtype,
                             bool(request.get("cast_all")))
            for each in made
        ]  # fmt: skip
        if "variant" in request:
            inputs = variants.made(request["variant"], inputs)
            devices.free_much(self._device)  # frees the originals
        if request.get("untie"):
            inputs = ties.untied(inputs)
        return inputs, count, drawn

    def _do_draw(self, request: Message) -> Answer:
        """Makes sets of inputs, one for each of `count` timed calls, from one seed: the task's
        generator draws them, or a recorded call's values are changed."""
        if self._sets:
            self._recorded, self._sets = recording.snapshot(self._sets[0]), []
            self._changeable = othervalues.changeable(self._recorded)
        self._kept = None
        sets: list[Arguments] = []
        self._seed(request)  # once, because that takes longer than drawing little
        for index in range(request["count"]):
            if self._recorded is not None:
                seed = request["seed"] + index
                sets.append(othervalues.changed(self._recorded, self._changeable, seed))
            else:
                sets.append((self._inputs_made(request)[0], {}))
        answer: Message = {}
        if len(sets) > 1:
            answer["differ"] = not same_values(sets[0], sets[1])
        if isinstance(self._object, baselines.Graph):
            for args, kwargs in sets:
                self._object.check(args, kwargs)
        values = [{"args": args, "kwargs": kwargs} for args, kwargs in sets]
        if request.get("keep"):
            self._kept = Kept.made(values, self.shared_device)
        if not request.get("hand_over"):
            return answer, None, False
        return answer, values, True

    def _end_trial(self) -> None:
        """Drops the previous trial, because a device has no memory to spare."""
        self._args, self._kwargs, self._given, self._pristine = [], {}, [], []
        self._last = self._exact = None

    def _do_drawn(self, _: Message) -> Answer:
        self._end_trial()
        drawn, self._drawn_inputs = self._drawn_inputs, []
        return {}, drawn, True

    def _do_compare_draws(self, request: Message) -> Answer:
        """Returns whether inputs are drawn as torch draws them; the inputs are discarded."""
        before = stand()
        _, drawn = self._drawn_by(request, lambda: self._make_inputs(request))
        put_back(before)
        return drawn, None, False

    def _do_estimate(self, request: Message) -> Answer:
        """Returns the bytes that a task's functions allocate, without allocating them; null if that
        depends on values."""
        inputs = self._named(request["function"])
        if "class" not in request:
            return {"bytes": sizes.of_inputs(inputs)}, None, False
        kind, arguments = self._named(request["class"]), self._named(request["arguments"])
        return dict(sizes.of_model(inputs, kind, arguments)), None, False

    def _make_inputs(self, request: Message) -> tuple[list[Any], int]:
        if "groups" not in request:
            inputs = list(self._named(request["function"])())
            return inputs, 1
        name = request["groups"]
        if request.get("anew"):
            groups = list(self._named(name)())
        else:
            groups = self._groups.setdefault(name, []) or list(self._named(name)())
            self._groups[name] = groups
        index = request.get("index", 0)
        if not 0 <= index < len(groups):
            raise Failure(failures.REFUSED, f"{name} gives {len(groups)} groups")
        return list(groups[index]), len(groups)

    # --- calls -----------------------------------------------------------------------------------

    def _do_give(self, request: Message) -> Answer:
        """Sets the arguments of later calls, without making one."""
        self._feed = None
        self._lay_out(request, self._callable(request))
        self._synchronise()
        return {}, None, False

    def _lay_out(self, request: Message, function: Callable[..., Any]) -> bool:
        """Converts the arguments to those that the function takes. Returns whether these are jax
        arrays."""
        # A torch.nn.Module always takes tensors.
        self._as_jax = request.get("arrays") == "jax" and not isinstance(function, torch.nn.Module)
        if self._as_jax:
            self._args, self._kwargs = arrays.to_jax(self._args), arrays.to_jax(self._kwargs)
        return self._as_jax

    def _do_forward(self, request: Message) -> Answer:
        function = self._stand_in() if request.get("keeps_state") else self._callable(request)
        as_jax = self._lay_out(request, function)
        args, kwargs = self._args, self._kwargs
        self._seed(request)
        self._synchronise()
        stood = randomness.position(self._device)
        short = devices.ran_short(self._device)
        poisoned = request.get("poison") and self._last is not None
        around = poison.allocations(self._device, self._last) if poisoned else None
        held = devices.begin_peak(self._device) if self._role == "oracle" else 0
        began = time.perf_counter()
        with self._grad_mode(request), around or contextlib.nullcontext():
            result = function(*args, **kwargs)
        if as_jax:
            sys.modules["jax"].block_until_ready(result)
            result = arrays.from_jax(result)
        self._synchronise()
        self._refuse_another_way(request, short)
        facts: Message = {"wall_ms": (time.perf_counter() - began) * 1e3, "rng_state": _rng_state()}
        facts["drew"] = randomness.position(self._device) != stood
        facts["layout"] = layout.of(result, (self._args, self._kwargs))
        upstream = function.upstream.values if isinstance(function, Gradients) else None
        given = (self._args, self._kwargs, upstream)
        facts["reuses_result"] = layout.reuses(result, self._last, given)
        facts["changed_inputs"] = self._changed_inputs() if request.get("check_inputs", True) else []
        self._pristine = []  # not needed again, and a mapping keeps a device's memory
        self._last, self._exact = result, None
        if self._role == "oracle":
            self._peak_bytes = devices.peak(self._device) - held
            facts["non_finite"] = non_finite(result)
        else:
            facts["damage"] = self._guards.damage()
            facts["changed_flags"] = self._flags.changed()
        return facts, self._handed(request, result), True

    def _handed(self, request: Message, result: Any) -> Any:
        """Returns the result, together with the current arguments or a part of one if requested."""
        if "view" in request:
            given = [value for _, value in tensors_in((self._args, self._kwargs))]
            view = request["view"]
            return {"result": result, "viewed": layout.viewed(given[view["input"]], view)}
        if not request.get("return_arguments"):
            return result
        arguments = {"args": self._args, "kwargs": self._kwargs}
        if self._as_jax:
            arguments = arrays.from_jax(arguments)
        return {"result": result, "arguments": arguments}

    def _refuse_another_way(self, request: Message, short: int) -> None:
        """Raises out of memory if the device is shared and more than `short` allocations have
        failed."""
        if request.get("beside_others") and devices.ran_short(self._device) > short:
            raise torch.cuda.OutOfMemoryError("CUDA out of memory: a library found too little to "
                                              "work in and took another way")  # fmt: skip

    def _do_lay(self, request: Message) -> Answer:
        """Gives the next timed calls their inputs: those of the request, those that are in its
        shared memory `again`, those that draw kept, or with `held` those of a held result's call."""
        sets = self._inbox.again() if request.get("again") else self._sets
        if not sets:
            kept = self._held_inputs.get(request["held"]) if "held" in request else self._kept
            if kept is None:
                raise Failure(failures.REFUSED, "it has no values to lay")
            self._laid = kept
            sets = self._sets_of(kept.request, kept.descriptors)
        if "held" in request:
            sets = [sets[request["slot"]]]
        if self._feed is None:
            first = None if self._as_jax else (self._args, self._kwargs)
            self._feed = Feed(first, arrays.to_jax if self._as_jax else None)
            if self._device == "cpu":
                grow_heap()
        are_shared = bool(request.get("shares") or request.get("again"))
        self._feed.lay(sets, are_shared and self._device == "cpu")
        self._sets = []
        if self._role == "oracle" and request.get("arrays") == "jax":
            arrays.to_jax(self._feed.slots)  # what a candidate's process does for its calls
        self._args, self._kwargs = self._feed.slots[0]
        if isinstance(self._object, baselines.Graph):
            self._object.take(self._args, self._kwargs)
        self._timer.hand_over()
        return {}, None, False

    def _do_time(self, request: Message) -> Answer:
        if "value" in request and self._as_jax:
            self._args, self._kwargs = arrays.to_jax(self._args), arrays.to_jax(self._kwargs)
        if "value" in request and isinstance(self._object, baselines.Graph):
            self._object.forget()
        places = request.get("places", [])
        if request["calls"] == 0:
            if request.get("settle"):
                self._timer.hand_over()
            return self._glimpsed({}, request, places), None, False
        function = self._callable(request)
        if self._as_jax:
            function = arrays.waiting(function)
        short = devices.ran_short(self._device) if request.get("beside_others") else 0
        is_laid = self._feed is not None and "first" in request
        slots = self._feed.slots if is_laid else [(self._args, self._kwargs)]
        with self._grad_mode(request):
            answer, self._last = self._timer.measure(
                request, function, slots,
                (lambda made: elements_at(self._seen(request, made), places)) if places else None,
            )  # fmt: skip
        if is_laid:  # the arguments that belong to the result
            last = request["first"] + request["calls"] - 1
            self._args, self._kwargs = slots[last % len(slots)]
        self._refuse_another_way(request, short)
        return self._glimpsed(answer, request, places), None, False

    def _glimpsed(self, answer: Message, request: Message, places: list[float]) -> Message:
        """Adds elements of the last call's result to an answer that has none yet."""
        if places and answer.get("glimpse") is None:
            answer["glimpse"] = glimpse(self._seen(request, self._last), places)
        return answer

    def _do_hold_result(self, request: Message) -> Answer:
        """Copies the last timed call's result. It may be in a buffer of the candidate, or in an
        input, to which later calls write."""
        result = arrays.viewed(self._last) if self._as_jax else self._last
        self._held[request["held"]] = recording.held(self._handed(request, result))
        if self._laid is not None:
            self._held_inputs[request["held"]] = self._laid
        self._synchronise()
        return {}, None, False

    def _seen(self, request: Message, result: Any) -> Any:
        """Returns a call's result in place, without copying anything."""
        return self._handed(request, arrays.viewed(result) if self._as_jax else result)

    def _do_baseline(self, request: Message) -> Answer:
        function = self._callable(request)
        compiled = CompiledForm(request.get("artifacts", ""))
        with self._grad_mode(request):
            self._object = baselines.made(request["kind"], function, self._args, self._kwargs)
        self._synchronise()
        return {"artifacts": compiled.pack()}, None, False

    def _do_last_result(self, request: Message) -> Answer:
        answer: Message = {}
        if "held" in request:
            held = self._held.pop(request["held"], None)
            if "places" in request:
                answer["glimpse"] = glimpse(held, request["places"])
            return answer, held, True
        result = self._last
        if self._as_jax:  # not during timing, because that copies
            result = arrays.from_jax(result)
        return answer, self._handed(request, result), True

    # --- recorded calls --------------------------------------------------------------------------

    def _do_record_calls(self, request: Message) -> Answer:
        sys.path[:0] = request.get("paths", [])
        entry = request["entry"]
        module = loading.load_module(
            request["implementation"], request["file_name"], self._folder, {}
        )
        self._module = module
        recorder = recording.Recorder(self._named(entry), self._device)
        module.__dict__[entry] = recorder
        loading.seed_all(request["seed"], everything=True)
        loading.execute_in(module, request["test"], request["file_name"] + ":test")
        self._synchronise()
        if recorder.lacked_memory is not None:
            raise recorder.lacked_memory
        self._calls = recorder.calls
        return {"calls": self._call_facts()}, None, False

    def _do_operator_tests(self, request: Message) -> Answer:
        tests = operatortests.OperatorTests(request, self._device)
        if tests.cannot:
            return {"cannot": tests.cannot}, None, False
        if self._role == "oracle":
            outcome, log = tests.record(request)
            self._calls = log.calls
            return outcome | {"seen": log.seen, "calls": self._call_facts()}, None, False
        names = self._module.__dict__ if self._module is not None else {}
        return tests.judge(request, names), None, False

    def _do_operator_reference(self, request: Message) -> Answer:
        """Makes `function` name the suite's reference of an interface from now on."""
        self._module = operatorsuite.references(request, self._device)
        return {}, None, False

    def _call_facts(self) -> list[Message]:
        return [
            {
                "raised": call.raised,
                "function": call.function,
                "grows": call.grows,
                "replayable": call.repeatable
                and _can_be_sent((call.args, call.kwargs, call.result)),
            }
            for call in self._calls
        ]

    def _do_recorded(self, request: Message) -> Answer:
        index = request["index"]
        if not 0 <= index < len(self._calls):
            raise Failure(failures.REFUSED, f"{len(self._calls)} calls were recorded")
        call = self._calls[index]
        if request["part"] == "arguments":
            return {}, {"args": list(call.args), "kwargs": call.kwargs}, True
        return {}, {"result": call.result, "arguments": call.after}, True

    # --- what they share -------------------------------------------------------------------------

    def _sets_of(self, request: Message, received: list[int]) -> list[Arguments]:
        """Decodes the request's value into inputs of calls: a list of arguments for each, or with
        `one` the arguments of one call."""
        names = self._module.__dict__ if self._module is not None else {}

        def decode(mapped: list[torch.Tensor]) -> list[Arguments]:
            value = Decoder(mapped, self._device, None, False, names).decode(request["value"])
            return [_arguments_of(each) for each in ([value] if request.get("one") else value)]

        return self._inbox.take(request, received, decode)

    def _take(self, request: Message, received: list[int]) -> None:
        """Decodes the request's value into the arguments of the next call."""
        specs = request.get("tensors", [])
        # The previous arguments' memory is reused, unless the new ones must lie elsewhere.
        place = request.get("place", "any")
        before = (self._given, self._guards) if place != "any" else None
        self._args, self._kwargs, self._given, self._pristine = [], {}, [], []
        if request["do"] == "forward":
            # Values between guards use blocks of other sizes, so that the previous blocks would be
            # idle.
            devices.free_much(self._device)
        mapped = tensors.read(received[0], specs, self.shared_device) if specs else []
        self._guards = Guards()
        guards = self._guards if request.get("guard") else None
        names = self._module.__dict__ if self._module is not None else {}
        decoder = Decoder(mapped, self._device, guards, bool(request.get("may_grow")), names)
        value = decoder.decode(request["value"])
        self._given = decoder.built()
        if request["do"] == "forward" and request.get("check_inputs", True):
            # Unchanged originals. The device's memory was copied. For the host this is a second
            # mapping of the sealed memory, which is read only if they are compared.
            if specs and self.shared_device is None:
                mapped = tensors.read(received[0], specs)
            self._pristine = mapped
        self._args, self._kwargs = _arguments_of(value)
        # Arrays of jax never change, so they are replaced.
        if before is not None and place == "same" and not self._as_jax:
            self._put_where(*before, late=bool(request.get("late")))

    def _named(self, name: str) -> Any:
        names = self._module.__dict__ if self._module is not None else {}
        if name not in names:
            raise Failure(failures.MISSING, f"it does not define {name}")
        return names[name]

    def _callable(self, request: Message) -> Callable[..., Any]:
        if "function" in request:
            function: Callable[..., Any] = self._named(request["function"])
            return function
        if self._object is None:
            raise Failure(failures.REFUSED, "nothing was constructed")
        built: Callable[..., Any] = self._object
        return built

    def _seed(self, request: Message) -> None:
        if request.get("seed") is not None:
            loading.seed_all(request["seed"], everything=bool(request.get("seed_random")))
        if request.get("rng_state"):
            state = bytearray(base64.b64decode(request["rng_state"]))
            torch.set_rng_state(torch.frombuffer(state, dtype=torch.uint8))

    def _dtype(self, request: Message) -> torch.dtype | None:
        name = request.get("dtype")
        return tensors.DTYPES[name] if name else None

    @contextlib.contextmanager
    def _grad_mode(self, request: Message) -> Iterator[None]:
        with torch.set_grad_enabled(bool(request.get("grad"))):
            yield

    def _synchronise(self) -> None:
        devices.synchronise(self._device)

    def _changed_inputs(self) -> list[int]:
        """Returns the indices of the given tensors that have changed. Can be called once for each
        set of arguments."""
        if self._given and not self._pristine:
            raise Failure(failures.REFUSED, "what it was given is no longer there to compare with")
        return [
            index
            for index, value in self._given
            if not tensors.same_bits(
                carriers.packed(value), self._pristine[index].to(value.device)
            )
        ]


def _arguments_of(value: Any) -> Arguments:
    """Returns positional and named arguments."""
    if type(value) is dict and set(value) == {"args", "kwargs"}:
        return list(value["args"]), value["kwargs"]
    return ([], value) if type(value) is dict else (list(value), {})


def _rng_state() -> str:
    return base64.b64encode(torch.get_rng_state().numpy().tobytes()).decode()


def _can_be_sent(value: Any) -> bool:
    encoder = Encoder()
    try:
        encoder.encode(value)
    except Failure:
        return False
    return not encoder.others
