// SPDX-License-Identifier: Apache-2.0
//
// Tests a Python child with well-behaved candidates.
#include <chrono>
#include <thread>

#include "tests/core/platforms/candidates.h"
#include "tests/core/platforms/fakesanitizer.h"
#include "tests/core/platforms/python/pythonfixture.h"

namespace loupe::test {

namespace {

constexpr const char *adder = R"(
import torch

class ModelNew(torch.nn.Module):
    def __init__(self, offset):
        super().__init__()
        self.offset = torch.nn.Parameter(torch.full((1,), float(offset)))

    def forward(self, a, b):
        print('adding')
        return {'sum': a + b + self.offset, 'shape': a.shape, 'type': a.dtype, 'n': 3}
)";

Value integer(int number)
{
    Value value;
    value.kind = Value::Kind::Integer;
    value.text = std::to_string(number);
    value.type = "int";
    return value;
}

Bundle listOf(std::vector<Value> items)
{
    Bundle bundle;
    bundle.value.kind = Value::Kind::List;
    bundle.value.items = std::move(items);
    return bundle;
}

} // namespace

class PythonSubject : public PythonTest
{
};

TEST_F(PythonSubject, BuildsAndCallsAModel)
{
    const auto child = childWith(adder);
    const Bundle offset = listOf({integer(10)});
    const auto built
        = ask(*child, {{"do", "construct"}, {"class", "ModelNew"}, {"seed", 42}}, &offset);
    ASSERT_EQ(built.outcome.verdict, Verdict::Correct) << built.outcome.message;
    EXPECT_FALSE(built.body["rng_state"].get<std::string>().empty());

    const Bundle given = arguments({{1, 2, 3}, {10, 20, 30}});
    const auto answer = ask(*child, {{"do", "forward"}}, &given);
    ASSERT_EQ(answer.outcome.verdict, Verdict::Correct) << answer.outcome.message;
    EXPECT_GT(answer.outcome.seconds, 0);
    ASSERT_TRUE(answer.value);
    const Value &result = answer.value->value;
    ASSERT_EQ(result.kind, Value::Kind::Dict);
    ASSERT_EQ(result.items.size(), 4U);
    EXPECT_EQ(floatsOf(*answer.value), (std::vector<float>{21, 32, 43}));
    EXPECT_EQ(result.items[1].kind, Value::Kind::Tuple);
    EXPECT_EQ(result.items[1].type, "torch.Size");
    EXPECT_EQ(result.items[2].type, "torch.dtype");
    EXPECT_EQ(result.items[2].text, "float32");
    EXPECT_EQ(result.items[3].text, "3");
    EXPECT_EQ(answer.body["layout"][0]["path"], "result['sum']");
    EXPECT_EQ(answer.body["layout"][0]["contiguous"], true);
    EXPECT_EQ(answer.body["layout"][0]["alias"], nullptr);
    EXPECT_EQ(answer.body["changed_inputs"], Json::array());
    EXPECT_EQ(child->output(), "adding\n");
}

TEST_F(PythonSubject, ArgumentsOfAConstructorAreNotThoseOfACall)
{
    const auto child = childWith("class ModelNew:\n"
                                 "    def __init__(self, *given): self.given = given\n"
                                 "    def __call__(self, *given): return [self.given, given]\n");
    const Bundle offset = listOf({integer(10)});
    const Json construct{{"do", "construct"}, {"class", "ModelNew"}, {"seed", 42}};
    ask(*child, construct, &offset);
    const auto first = ask(*child, {{"do", "forward"}});
    ASSERT_TRUE(first.value) << first.outcome.message;
    EXPECT_EQ(first.value->value.items[0].items.size(), 1U);
    EXPECT_TRUE(first.value->value.items[1].items.empty());

    ask(*child, {{"do", "forward"}}, &offset);
    ask(*child, construct);
    const auto second = ask(*child, {{"do", "forward"}});
    ASSERT_TRUE(second.value) << second.outcome.message;
    EXPECT_TRUE(second.value->value.items[0].items.empty());
}

TEST_F(PythonSubject, ReportsChangedInputsAndAliases)
{
    const auto child = childWith("def run(a, b):\n    a += 1\n    return a.view(1, 2), b.t()\n");
    const Bundle given = arguments({{1, 2}, {3}});
    const auto answer = ask(*child, {{"do", "forward"}, {"function", "run"}}, &given);
    ASSERT_EQ(answer.outcome.verdict, Verdict::Correct) << answer.outcome.message;
    EXPECT_EQ(answer.body["changed_inputs"], Json::array({0}));
    EXPECT_EQ(answer.body["layout"][0]["alias"], 0);
    EXPECT_EQ(answer.body["layout"][1]["alias"], 1);
    EXPECT_EQ(floatsOf(given), (std::vector<float>{1, 2})); // the engine's own copies are unchanged
    EXPECT_EQ(floatsOf(*answer.value), (std::vector<float>{2, 3}));
}

TEST_F(PythonSubject, CarriesEveryElementTypeAndLayout)
{
    const auto child = childWith(R"(
import numpy, torch

def make():
    types = [torch.bool, torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64,
             torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.complex64,
             torch.complex128, torch.float8_e4m3fn, torch.float8_e5m2]
    many = [torch.ones(2, 3).to(each) for each in types]
    return many + [torch.empty(0, 5), torch.arange(6.).view(2, 3).t(), torch.tensor(7.),
                   torch.ones(1).expand(4), numpy.arange(3), numpy.float32(1.5), numpy.int64(4),
                   torch.nn.Parameter(torch.zeros(1)), torch.ones(1, dtype=torch.uint16),
                   torch.quantize_per_tensor(torch.ones(1), 1.0, 0, torch.qint8)]

def back(*values):
    made = make()
    same = [torch.equal(a, b) if a.dtype not in (torch.float8_e4m3fn, torch.float8_e5m2)
            else torch.equal(a.float(), b.float()) for a, b in zip(made[:18], values[:18])]
    strides = [a.stride() == b.stride() for a, b in zip(made[:18], values[:18])]
    return (all(same), all(strides), type(values[18]).__name__, type(values[19]).__name__,
            type(values[21]).__name__)
)");
    const auto made = ask(*child, {{"do", "forward"}, {"function", "make"}});
    ASSERT_EQ(made.outcome.verdict, Verdict::Correct)
        << made.outcome.message << made.body.dump(1) << child->output();
    const std::vector<Value> &items = made.value->value.items;
    ASSERT_EQ(items.size(), 24U);
    EXPECT_EQ(made.value->tensors->spec(0).dtype, DType::Bool);
    EXPECT_EQ(made.value->tensors->spec(13).dtype, DType::Float8E5M2);
    EXPECT_EQ(made.value->tensors->spec(14).shape, (std::vector<std::int64_t>{0, 5}));
    EXPECT_EQ(items[15].strides, (std::vector<std::int64_t>{1, 3}));
    EXPECT_EQ(made.value->tensors->spec(16).shape, std::vector<std::int64_t>{});
    EXPECT_EQ(items[17].strides, std::vector<std::int64_t>{0});
    EXPECT_EQ(items[18].kind, Value::Kind::Array);
    EXPECT_EQ(items[19].type, "numpy.float32");
    EXPECT_EQ(items[20].type, "numpy.int64");
    EXPECT_TRUE(items[21].requiresGrad);
    EXPECT_EQ(items[22].kind, Value::Kind::Tensor);
    EXPECT_EQ(made.value->tensors->spec(items[22].tensor).dtype, DType::Int32) << "its carrier";
    EXPECT_EQ(items[22].elementType, "uint16");
    EXPECT_EQ(items[23].kind, Value::Kind::Other);
    EXPECT_EQ(items[23].text, "torch.Tensor of qint8");

    Bundle given = listOf({items.begin(), items.end() - 1});
    Result<TensorArena> copy = made.value->tensors->snapshot();
    ASSERT_TRUE(copy && copy->seal());
    given.tensors = std::move(copy).value();
    const auto same = ask(*child, {{"do", "forward"}, {"function", "back"}}, &given);
    ASSERT_EQ(same.outcome.verdict, Verdict::Correct)
        << same.outcome.message << same.body.dump(1) << child->output();
    EXPECT_TRUE(same.value->value.items[0].boolean);
    EXPECT_TRUE(same.value->value.items[1].boolean);
    EXPECT_EQ(same.value->value.items[2].text, "ndarray");
    EXPECT_EQ(same.value->value.items[3].text, "float32");
    EXPECT_EQ(same.value->value.items[4].text, "Parameter");
}

TEST_F(PythonSubject, TimesCallsAndEmptyRoundTrips)
{
    const auto child = childWith("count = 0\ndef run(a):\n    global count\n    count += 1\n"
                                 "    return a * count\n");
    const Bundle given = arguments({{1}});
    ASSERT_TRUE(ask(*child, {{"do", "forward"}, {"function", "run"}}, &given).value);
    EXPECT_EQ(ask(*child, {{"do", "time"}, {"calls", 0}}).outcome.verdict, Verdict::Correct);
    EXPECT_EQ(ask(*child, {{"do", "time"}, {"calls", 4}, {"function", "run"}}).outcome.verdict,
              Verdict::Correct);
    const auto last = ask(*child, {{"do", "last_result"}});
    ASSERT_TRUE(last.value);
    EXPECT_EQ(floatsOf(*last.value), std::vector<float>{5});
}

TEST_F(PythonSubject, LongSourcesAndLongAnswersArrive)
{
    std::string source = "def run():\n    return [1.5] * 60000\n";
    source += "# " + std::string(3 << 20, 'x') + "\n";
    const auto child = childWith(source);
    const auto answer = ask(*child, {{"do", "forward"}, {"function", "run"}});
    ASSERT_TRUE(answer.value) << answer.outcome.message;
    EXPECT_EQ(answer.value->value.items.size(), 60000U);
}

TEST_F(PythonSubject, EachChildIsClean)
{
    sharedServer(PythonRole::Subject);
    {
        const auto first = childWith("import os, torch\ntorch.mark = 1\n"
                                     "open('/tmp/left', 'w').write('x')\n"
                                     "open('/dev/shm/left', 'w').write('x')\n"
                                     "os.makedirs('a/b/c'); os.chmod('a/b', 0)\n");
    }
    const auto second
        = childWith("import os, torch\ndef run():\n    return [hasattr(torch, 'mark'), "
                    "'left' in os.listdir('/tmp'), os.listdir('/dev/shm'), os.listdir('.')]\n");
    const auto answer = ask(*second, {{"do", "forward"}, {"function", "run"}});
    ASSERT_TRUE(answer.value) << answer.outcome.message;
    const std::vector<Value> &items = answer.value->value.items;
    EXPECT_FALSE(items[0].boolean);
    EXPECT_FALSE(items[1].boolean);
    EXPECT_TRUE(items[2].items.empty());
    EXPECT_EQ(items[3].items.size(), 1U); // the function's own source
    EXPECT_EQ(sharedServer(PythonRole::Subject).starts(), 1);
}

TEST_F(PythonSubject, ReportsLoadErrors)
{
    struct Case {
        const char *source;
        Verdict verdict;
        const char *said;
    };
    for (const Case &each : {
             Case{"def f(:\n", Verdict::CompileError, "invalid syntax"},
             Case{"import nothing_of_this_name\n", Verdict::LoadError, "nothing_of_this_name"},
             Case{"x = 1 / 0\n", Verdict::LoadError, "ZeroDivisionError"},
             Case{"raise RuntimeError(\"Error building extension 'k': …\")\n",
                  Verdict::CompileError, "Error building extension"},
             Case{"import sys\nsys.exit(3)\n", Verdict::ExitedEarly, "3"},
             Case{"", Verdict::MissingSymbol, "ModelNew"},
             Case{"a = '\\0'\n\0", Verdict::MissingSymbol, "ModelNew"},
         }) {
        SCOPED_TRACE(each.source);
        auto child = sharedServer(PythonRole::Subject).fork({});
        ASSERT_TRUE(child) << child.error().text();
        Json request = loadRequest(each.source);
        request["entry"] = "ModelNew";
        const auto answer = ask(**child, request);
        EXPECT_EQ(facts(answer.outcome.verdict).id, facts(each.verdict).id)
            << answer.outcome.message;
        EXPECT_NE(answer.outcome.message.find(each.said), std::string::npos)
            << answer.outcome.message;
    }
}

TEST_F(PythonSubject, TracebacksShowTheCandidatesLines)
{
    for (const char *style : {"module", "exec"}) {
        auto child = sharedServer(PythonRole::Subject).fork({});
        ASSERT_TRUE(child) << child.error().text();
        ASSERT_EQ(ask(**child, loadRequest("def run():\n    return undefined_name\n", style))
                      .outcome.verdict,
                  Verdict::Correct);
        const auto answer = ask(**child, {{"do", "forward"}, {"function", "run"}});
        EXPECT_EQ(answer.outcome.verdict, Verdict::Crashed);
        EXPECT_EQ(answer.outcome.message, "NameError: name 'undefined_name' is not defined");
        const std::string traceback = answer.body["error"]["traceback"];
        EXPECT_NE(traceback.find("candidate.py"), std::string::npos) << traceback;
        EXPECT_NE(traceback.find("line 2"), std::string::npos) << traceback;
        EXPECT_NE(traceback.find("return undefined_name"), std::string::npos) << traceback;
        EXPECT_EQ(traceback.find("operations.py"), std::string::npos) << traceback;
        EXPECT_TRUE((*child)->isAlive()); // an exception is a normal answer
    }
}

TEST_F(PythonSubject, StopsItsProcesses)
{
    // The other process records the longest time in which it did not run.
    const auto child = childWith("import multiprocessing, os, time\n"
                                 "gap = multiprocessing.RawValue('d', 0)\n"
                                 "if os.fork() == 0:\n"
                                 "    os.setsid()\n"
                                 "    last = time.monotonic()\n"
                                 "    while True:\n"
                                 "        now = time.monotonic()\n"
                                 "        gap.value = max(gap.value, now - last)\n"
                                 "        last = now\n"
                                 "def run():\n"
                                 "    gap.value = 0\n"
                                 "    while gap.value == 0: pass\n"
                                 "    return gap.value\n"
                                 "def seen():\n"
                                 "    while gap.value < 0.2: pass\n"
                                 "    return 1\n");
    ASSERT_TRUE(ask(*child, {{"do", "forward"}, {"function", "run"}}).value);
    child->setHeld(true);
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    child->setHeld(false);
    const auto answer = ask(*child, {{"do", "forward"}, {"function", "seen"}}, nullptr, 20);
    ASSERT_TRUE(answer.value) << answer.outcome.message << ": it ran while its parent was stopped";
    child->setHeld(true);
    child->end();
    EXPECT_FALSE(child->isAlive());
    EXPECT_TRUE(
        ask(*childWith("def run(): return 1\n"), {{"do", "forward"}, {"function", "run"}}).value)
        << "the server goes on";
}

TEST_F(PythonSubject, StopsOnRequest)
{
    const auto child = childWith("import time\ndef run():\n    time.sleep(60)\n");
    std::stop_source stop;
    stop.request_stop();
    const auto answer = child->ask({{"do", "forward"}, {"function", "run"}}, nullptr,
                                   std::chrono::seconds(60), stop.get_token());
    EXPECT_EQ(answer.outcome.verdict, Verdict::InfraError);
    EXPECT_FALSE(child->isAlive());
}

TEST_F(PythonSubject, RunsUnderTheSanitizerWithItsDescriptors)
{
    LOUPE_NEEDS_SANDBOX();
    const FakeSanitizer fake;
    PythonSettings settings = testSettings();
    settings.sanitizer = std::make_shared<Sanitizer>(fake.program(), "memcheck");
    {
        std::string whyNot;
        auto server = PythonServer::start(*testPython(whyNot), PythonRole::Subject, settings, {});
        ASSERT_TRUE(server) << server.error().text() << server.error().detail;
        auto child = (*server)->fork({});
        ASSERT_TRUE(child) << child.error().text();
        const auto loaded = ask(**child, loadRequest(R"(
import os

open_files = []
for number in os.listdir('/proc/self/fd'):
    try:
        open_files.append(os.readlink('/proc/self/fd/' + number))
    except OSError:
        pass
print(sum('loupe-sanitizer' in name for name in open_files),
      sum(name.startswith('socket:') for name in open_files))
)"));
        EXPECT_EQ(loaded.outcome.verdict, Verdict::Correct) << loaded.outcome.message;
        EXPECT_EQ((*child)->output(), "1 1\n") << "the report, and only the child's own connection";
    }
    EXPECT_EQ(settings.sanitizer->report(), FakeSanitizer::wholeReport());
}

} // namespace loupe::test
