// SPDX-License-Identifier: Apache-2.0
//
// Tests what the Python benchmarks need: drawing inputs, equal weights, scripts and recorded calls.
// Also tests the kinds of kernels that work without a GPU.
#include "core/base/environment.h"

#include "tests/core/platforms/python/pythonfixture.h"

namespace loupe::test {

namespace {

constexpr const char *reference = R"(
import torch

class Model(torch.nn.Module):
    def __init__(self, inner, outer):
        super().__init__()
        self.linear = torch.nn.Linear(inner, outer)

    def forward(self, x):
        return torch.relu(self.linear(x))

def get_inputs():
    return [torch.rand(2, 3)]

def get_init_inputs():
    return [3, 2]

def get_input_groups():
    return [[torch.full((1, 3), float(i))] for i in range(4)]
)";

constexpr const char *candidate = R"(
import torch

class ModelNew(torch.nn.Module):
    def __init__(self, inner, outer):
        super().__init__()
        self.mine = torch.nn.Linear(inner, outer)

    def forward(self, x):
        return (x @ self.mine.weight.t() + self.mine.bias).clamp(min=0)
)";

constexpr const char *implementation = R"(
import torch

def scale(x, factor=2.0, *, out=None):
    if out is not None:
        out.copy_(x * factor)
        return out
    return x * factor
)";

constexpr const char *testSegment = R"(
def test_scale():
    results = {}
    x = torch.rand(4)
    results['plain'] = scale(x)
    y = torch.zeros(4)
    scale(x, 3.0, out=y)
    x.fill_(-1)
    results['out'] = y
    results['odd'] = scale(torch.ones(2), factor=object) if False else None
    return results

test_results = test_scale()
)";

Json drawing(const char *function, int seed)
{
    return {{"do", "inputs"}, {"function", function}, {"seed", seed}};
}

} // namespace

class PythonSuites : public PythonTest
{
};

class PythonBuilds : public PythonTest
{
};

TEST_F(PythonSuites, SeedsGiveTheSameInputsAndWeights)
{
    const auto oracle = childWith(reference, PythonRole::Oracle);
    const auto subject = childWith(candidate);
    const auto init = ask(*oracle, drawing("get_init_inputs", 42));
    ASSERT_TRUE(init.value) << init.outcome.message;
    EXPECT_EQ(init.value->value.items[1].text, "2");
    const auto first = ask(*oracle, drawing("get_inputs", 7));
    const auto again = ask(*oracle, drawing("get_inputs", 7));
    const auto other = ask(*oracle, drawing("get_inputs", 8));
    ASSERT_TRUE(first.value && again.value && other.value);
    EXPECT_EQ(floatsOf(*first.value), floatsOf(*again.value));
    EXPECT_NE(floatsOf(*first.value), floatsOf(*other.value));
    // Without a new seed the stream continues.
    const auto next = ask(*oracle, {{"do", "inputs"}, {"function", "get_inputs"}});
    const auto resumed = ask(
        *oracle,
        {{"do", "inputs"}, {"function", "get_inputs"}, {"rng_state", other.body["rng_state"]}});
    ASSERT_TRUE(next.value && resumed.value);
    EXPECT_EQ(floatsOf(*next.value), floatsOf(*resumed.value));

    Json construct{{"do", "construct"}, {"class", "Model"}, {"seed", 42}};
    ASSERT_EQ(ask(*oracle, construct, &*init.value).outcome.verdict, Verdict::Correct);
    construct["class"] = "ModelNew";
    ASSERT_EQ(ask(*subject, construct, &*init.value).outcome.verdict, Verdict::Correct);
    const auto expected = ask(*oracle, {{"do", "forward"}}, &*first.value);
    const auto actual = ask(*subject, {{"do", "forward"}}, &*first.value);
    ASSERT_TRUE(expected.value && actual.value) << actual.outcome.message;
    ASSERT_EQ(floatsOf(*expected.value).size(), 4U);
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_NEAR(floatsOf(*expected.value)[i], floatsOf(*actual.value)[i], 1e-6);
}

TEST_F(PythonSuites, WeightsCanBeHandedOver)
{
    const auto oracle = childWith(reference, PythonRole::Oracle);
    const auto subject = childWith(candidate);
    const auto init = ask(*oracle, drawing("get_init_inputs", 42));
    ASSERT_TRUE(init.value);
    ask(*oracle, {{"do", "construct"}, {"class", "Model"}, {"seed", 1}}, &*init.value);
    ask(*subject, {{"do", "construct"}, {"class", "ModelNew"}, {"seed", 2}}, &*init.value);
    const auto weights = ask(*oracle, {{"do", "state"}});
    ASSERT_TRUE(weights.value) << weights.outcome.message;
    EXPECT_EQ(weights.value->value.keys[0].text, "linear.weight");
    const auto set = ask(*subject, {{"do", "set_state"}}, &*weights.value);
    ASSERT_EQ(set.outcome.verdict, Verdict::Correct) << set.outcome.message;
    EXPECT_EQ(set.body["matched"], "order");
    const auto mine = ask(*subject, {{"do", "state"}});
    ASSERT_TRUE(mine.value);
    EXPECT_EQ(floatsOf(*mine.value, 0), floatsOf(*weights.value, 0));
}

TEST_F(PythonSuites, InputsAreCastAndTakenFromGroups)
{
    const auto oracle = childWith(reference, PythonRole::Oracle);
    Json request = drawing("get_inputs", 7);
    request["dtype"] = "bfloat16";
    const auto cast = ask(*oracle, request);
    ASSERT_TRUE(cast.value) << cast.outcome.message;
    EXPECT_EQ(cast.value->tensors->spec(0).dtype, DType::BFloat16);
    const auto group
        = ask(*oracle, {{"do", "inputs"}, {"groups", "get_input_groups"}, {"index", 3}});
    ASSERT_TRUE(group.value) << group.outcome.message;
    EXPECT_EQ(group.body["count"], 4);
    EXPECT_EQ(floatsOf(*group.value), (std::vector<float>{3, 3, 3}));
    request = drawing("get_nothing", 1);
    EXPECT_EQ(ask(*oracle, request).outcome.verdict, Verdict::MissingSymbol);
}

TEST_F(PythonSuites, ScriptsRunAsPrograms)
{
    const auto run = [](const std::string &source) {
        auto child = sharedServer(PythonRole::Subject).fork({});
        EXPECT_TRUE(child);
        return ask(**child,
                   {{"do", "script"},
                    {"source", source},
                    {"file_name", "scale.py"},
                    {"seed", 0},
                    {"result", "test_results"}});
    };
    const std::string whole = std::string(implementation) + testSegment;
    const auto good = run(whole);
    ASSERT_TRUE(good.value) << good.outcome.message << good.body.dump(1);
    EXPECT_EQ(good.body["exit_code"], 0);
    EXPECT_EQ(good.value->value.keys[0].text, "plain");
    const auto same = run(whole);
    EXPECT_EQ(floatsOf(*good.value), floatsOf(*same.value));

    const auto left = run("import sys\nif __name__ == '__main__':\n    sys.exit(3)\n");
    EXPECT_EQ(left.outcome.verdict, Verdict::Correct); // the engine decides what exit code 3 means
    EXPECT_EQ(left.body["exit_code"], 3);
    EXPECT_FALSE(left.value);
    EXPECT_EQ(run("x = 1\n").outcome.verdict, Verdict::MissingSymbol);
    EXPECT_EQ(run("1 / 0\n").outcome.verdict, Verdict::Crashed);
}

TEST_F(PythonSuites, RecordedCallsAreReplayedWithoutTheTest)
{
    auto oracle = sharedServer(PythonRole::Oracle).fork({});
    ASSERT_TRUE(oracle);
    const auto recorded = ask(**oracle,
                              {{"do", "record_calls"},
                               {"implementation", implementation},
                               {"test", testSegment},
                               {"entry", "scale"},
                               {"file_name", "scale.py"},
                               {"seed", 0}});
    ASSERT_EQ(recorded.outcome.verdict, Verdict::Correct)
        << recorded.outcome.message << recorded.body.dump(1);
    ASSERT_EQ(recorded.body["calls"].size(), 2U);
    EXPECT_EQ(recorded.body["calls"][0]["replayable"], true);

    const auto subject = childWith("def scale(x, factor=2.0, *, out=None):\n"
                                   "    y = x + x if factor == 2.0 else x * factor\n"
                                   "    return y if out is None else out.copy_(y)\n");
    for (int i = 0; i < 2; ++i) {
        Json request{{"do", "recorded"}, {"index", i}, {"part", "arguments"}};
        const auto given = ask(**oracle, request);
        request["part"] = "expected";
        const auto expected = ask(**oracle, request);
        ASSERT_TRUE(given.value && expected.value) << given.outcome.message;
        const auto actual
            = ask(*subject, {{"do", "forward"}, {"function", "scale"}, {"return_arguments", true}},
                  &*given.value);
        ASSERT_TRUE(actual.value) << actual.outcome.message;
        // The structure is always result and arguments. The second call changes one argument.
        ASSERT_EQ(actual.value->value.items.size(), 2U);
        const std::size_t result = actual.value->value.items[0].tensor;
        EXPECT_EQ(floatsOf(*actual.value, result),
                  floatsOf(*expected.value, expected.value->value.items[0].tensor));
        EXPECT_EQ(actual.body["changed_inputs"], i == 0 ? Json::array() : Json::array({1}));
    }
}

TEST_F(PythonSuites, TritonKernelsRunInTheInterpreter)
{
    std::string whyNot;
    const loupe::PythonEnvironment &python = *testPython(whyNot);
    if (!python.packages.contains("triton"))
        GTEST_SKIP() << "this Python has no triton";
    PythonSettings settings = testSettings();
    settings.interpretTriton = true;
    settings.preload = {"triton"};
    auto server = PythonServer::start(python, PythonRole::Subject, settings, {});
    ASSERT_TRUE(server) << server.error().text() << server.error().detail;
    auto child = (*server)->fork({});
    ASSERT_TRUE(child) << child.error().text();
    const auto loaded = ask(**child, loadRequest(R"(
import torch, triton, triton.language as tl

@triton.jit
def add_kernel(a, b, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(a + at, at < n) + tl.load(b + at, at < n), at < n)

def add(a, b):
    out = torch.empty_like(a)
    add_kernel[(triton.cdiv(a.numel(), 4),)](a, b, out, a.numel(), BLOCK=4)
    return out
)"));
    ASSERT_EQ(loaded.outcome.verdict, Verdict::Correct)
        << loaded.outcome.message << loaded.body.dump(1);
    const Bundle given = arguments({{1, 2, 3, 4, 5}, {10, 20, 30, 40, 50}});
    const auto sum = ask(**child, {{"do", "forward"}, {"function", "add"}}, &given);
    ASSERT_TRUE(sum.value) << sum.outcome.message << sum.body.dump(1);
    EXPECT_EQ(floatsOf(*sum.value), (std::vector<float>{11, 22, 33, 44, 55}));
}

TEST_F(PythonSuites, PallasKernelsRunInterpreted)
{
    std::string whyNot;
    if (!testPython(whyNot)->packages.contains("jax"))
        GTEST_SKIP() << "this Python has no jax";
    const auto child = childWith(R"(
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl

def kernel(a, b, out):
    out[...] = a[...] * b[...]

def multiply(a, b):
    assert isinstance(a, jax.Array)
    return pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct(a.shape, a.dtype),
                          interpret=True)(a, b)
)");
    const Bundle given = arguments({{1, 2, 3}, {4, 5, 6}});
    const auto product
        = ask(*child, {{"do", "forward"}, {"function", "multiply"}, {"arrays", "jax"}}, &given);
    ASSERT_TRUE(product.value) << product.outcome.message << product.body.dump(1);
    EXPECT_EQ(floatsOf(*product.value), (std::vector<float>{4, 10, 18}));
    EXPECT_EQ(product.value->value.kind, Value::Kind::Tensor) << "the judge compares tensors";
}

TEST_F(PythonBuilds, ExtensionsAreBuiltInTheSandbox)
{
    if (environmentVariable("LOUPE_SLOW_TESTS").empty())
        GTEST_SKIP() << "builds a torch extension, about 30 s: set LOUPE_SLOW_TESTS=1";
    std::string whyNot;
    PythonSettings settings = testSettings();
    settings.limits.cpuSeconds = 300;
    settings.thinHeaders = true;
    auto server = PythonServer::start(*testPython(whyNot), PythonRole::Subject, settings, {});
    ASSERT_TRUE(server) << server.error().text();
    const std::string head = "from torch.utils.cpp_extension import load_inline\n"
                             "module = load_inline(name='doubled', functions=['doubled'], "
                             "cpp_sources='torch::Tensor doubled(torch::Tensor x) { return ";
    auto child = (*server)->fork({});
    ASSERT_TRUE(child);
    const auto loaded
        = ask(**child, loadRequest(head + "x * 2; }')\nrun = module.doubled\n"), nullptr, 300);
    ASSERT_EQ(loaded.outcome.verdict, Verdict::Correct)
        << loaded.outcome.message << loaded.body.dump(1) << (*child)->output();
    const Bundle given = arguments({{1, 2}});
    const auto answer = ask(**child, {{"do", "forward"}, {"function", "run"}}, &given);
    ASSERT_TRUE(answer.value) << answer.outcome.message;
    EXPECT_EQ(floatsOf(*answer.value), (std::vector<float>{2, 4}));
    const auto built = ask(**child, {{"do", "artifacts"}}).body["artifacts"];
    ASSERT_TRUE(built.is_string());
    EXPECT_TRUE(ask(**child, {{"do", "artifacts"}}).body["artifacts"].is_null()) << "nothing new";
    const auto code = ask(**child, {{"do", "generated_code"}});
    EXPECT_EQ(code.outcome.verdict, Verdict::Correct) << code.outcome.message;
    EXPECT_EQ(code.body["generated_code"],
              (Json{{"texts", Json::array()}, {"libraries", Json::array()}}))
        << "the extension has no code for a GPU";
    child = Error{};

    child = (*server)->fork({});
    ASSERT_TRUE(child);
    Json again = loadRequest(head + "x * 2; }')\nrun = module.doubled\n");
    again["artifacts"] = built;
    ASSERT_EQ(ask(**child, again, nullptr, 300).outcome.verdict, Verdict::Correct);
    EXPECT_NE((*child)->output().find("doubled: built before"), std::string::npos);
    EXPECT_TRUE(ask(**child, {{"do", "forward"}, {"function", "run"}}, &given).value);
    child = Error{};

    child = (*server)->fork({});
    ASSERT_TRUE(child);
    const auto broken = ask(**child, loadRequest(head + "x * nothing; }')\n"), nullptr, 300);
    EXPECT_EQ(broken.outcome.verdict, Verdict::CompileError) << broken.outcome.message;
    const std::string log = broken.body["error"]["message"].get<std::string>() + (*child)->output();
    EXPECT_NE(log.find("nothing"), std::string::npos) << log;
}

} // namespace loupe::test
