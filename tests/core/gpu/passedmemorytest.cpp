// SPDX-License-Identifier: Apache-2.0
#include "core/base/environment.h"
#include "core/gpu/devicememory.h"
#include "core/judge/judgeprocess.h"
#include "core/platforms/python/pythonhost.h"
#include "core/sandbox/child/childprocess.h"
#include "core/sandbox/child/confinement.h"

#include <chrono>
#include <filesystem>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

// Tests GPU tensors shared between real processes: an oracle, a subject and kloupe-judge.

namespace loupe {

namespace {

constexpr const char *device = "cuda:0";

/// Makes inputs of many types. Some have no elements or axes, and one has an odd size.
constexpr const char *makesInputs
    = "import torch\n"
      "def get_inputs():\n"
      "    torch.manual_seed(3)\n"
      "    x = torch.randn(1000003)\n"
      "    return [x, x.to(torch.bfloat16), x > 0, x[:7].to(torch.float8_e4m3fn),\n"
      "            torch.complex(x[:5], x[5:10]), x[:0], torch.tensor(4), x[:6].view(2, 3).t()]\n";

constexpr const char *givesThemBack = "import torch\n"
                                      "def entry(*a): return list(a)\n";

class PassedMemory : public testing::Test
{
protected:
    void SetUp() override
    {
        if (const Status usable = canPassMemory(0); !usable)
            GTEST_SKIP() << usable.error().message;
        const std::string interpreter = environmentVariable("LOUPE_TEST_PYTHON");
        if (interpreter.empty())
            GTEST_SKIP() << "no Python with torch for CUDA: set LOUPE_TEST_PYTHON";
        static const Result<PythonEnvironment> found = inspectPython(interpreter, {});
        ASSERT_TRUE(found) << found.error().text();
        if (found->torchBuild != "cuda")
            GTEST_SKIP() << "the torch of LOUPE_TEST_PYTHON was not built for CUDA";
        environment = *found;
        auto started = JudgeProcess::start(std::filesystem::path(LOUPE_BIN_DIR) / "kloupe-judge");
        ASSERT_TRUE(started) << started.error().text();
        judge = std::move(*started);
    }

    std::unique_ptr<PythonServer> server(PythonRole role) const
    {
        PythonSettings settings;
        settings.workerFolder = std::filesystem::path(LOUPE_SOURCE_DIR) / "resources" / "worker";
        settings.mode = sandboxAvailable() ? SandboxMode::Bubblewrap : SandboxMode::None;
        settings.limits = SubjectLimits::forPython();
        settings.device = device;
        settings.memory = device;
        auto out = PythonServer::start(environment, role, settings, {});
        EXPECT_TRUE(out) << out.error().text() << out.error().detail;
        return std::move(*out);
    }

    static PythonChild::Answer ask(PythonChild &child, Json request, const Bundle *given = nullptr)
    {
        auto answer = child.ask(std::move(request), given, std::chrono::seconds(120), {});
        EXPECT_EQ(answer.outcome.verdict, Verdict::Correct)
            << answer.outcome.message << answer.body.dump() << child.output();
        return answer;
    }

    static std::unique_ptr<PythonChild> loaded(PythonServer &server, const std::string &source)
    {
        auto child = server.fork({});
        EXPECT_TRUE(child) << child.error().text();
        ask(**child, {{"do", "load"}, {"source", source}, {"file_name", "code.py"}});
        return std::move(*child);
    }

    /// Returns inputs that an oracle made on the device. The oracle has ended by then.
    Bundle inputs(const char *makeOn = "device") const
    {
        const auto oracle = server(PythonRole::Oracle);
        const auto child = loaded(*oracle, makesInputs);
        auto answer
            = ask(*child, {{"do", "inputs"}, {"function", "get_inputs"}, {"make_on", makeOn}});
        EXPECT_TRUE(answer.value && answer.value->onDevice);
        return std::move(*answer.value);
    }

    NestedComparison compared(const Bundle &expected, const Bundle &actual) const
    {
        NestedRule rule;
        rule.equalNan = true;
        const auto out = judge->compareNested(expected.value, expected.view(), actual.value,
                                              actual.view(), rule, {});
        EXPECT_TRUE(out) << out.error().text() << out.error().detail;
        return out ? *out : NestedComparison();
    }

    PythonEnvironment environment;
    std::unique_ptr<JudgeProcess> judge;
};

} // namespace

TEST_F(PassedMemory, outlivesItsOwnerAndReachesTheJudge)
{
    const Bundle given = inputs();
    ASSERT_EQ(given.onDevice->specs.size(), 8U);
    const NestedComparison same = compared(given, given);
    EXPECT_EQ(same.verdict, Verdict::Correct) << same.message;
    EXPECT_EQ(same.outputs.size(), 8U);

    const auto subjects = server(PythonRole::Subject);
    const auto subject = loaded(*subjects, givesThemBack);
    const auto back = ask(*subject, {{"do", "forward"}, {"function", "entry"}}, &given);
    ASSERT_TRUE(back.value && back.value->onDevice);
    EXPECT_EQ(compared(given, *back.value).verdict, Verdict::Correct);
    EXPECT_TRUE(back.body["changed_inputs"].empty());
    subject->end();
    EXPECT_EQ(compared(given, *back.value).verdict, Verdict::Correct) << "it outlives the subject";
}

TEST_F(PassedMemory, carriesTensorsOfTheProcessor)
{
    const Bundle given = inputs("cpu");
    EXPECT_EQ(compared(given, given).verdict, Verdict::Correct);
}

TEST_F(PassedMemory, detectsChangesByTheCandidate)
{
    const Bundle given = inputs();
    const auto subjects = server(PythonRole::Subject);
    const auto subject = loaded(*subjects,
                                "import torch\n"
                                "def entry(*a):\n"
                                "    a[0][1000002] += 1\n"
                                "    a[2].logical_not_()\n"
                                "    return list(a)\n");
    const auto back = ask(*subject, {{"do", "forward"}, {"function", "entry"}}, &given);
    EXPECT_EQ(back.body["changed_inputs"], Json::array({0, 2}));
    const NestedComparison wrong = compared(given, *back.value);
    EXPECT_EQ(wrong.verdict, Verdict::WrongValue);
    ASSERT_EQ(wrong.outputs.size(), 8U);
    EXPECT_EQ(wrong.outputs[0].mismatched, 1);
    EXPECT_EQ(wrong.outputs[0].worstIndex, std::vector<std::int64_t>{1000002});
    EXPECT_EQ(wrong.outputs[1].mismatched, 0);
    EXPECT_EQ(wrong.outputs[2].mismatched, 1000003);
}

/// Inputs are mapped read-only for the subject. A kernel that writes to them faults, and the memory
/// stays unchanged.
TEST_F(PassedMemory, isReadOnlyForTheReceiver)
{
    const Bundle given = inputs();
    const Bundle kept = inputs();
    const auto subjects = server(PythonRole::Subject);
    const auto subject = loaded(*subjects,
                                "import gc, torch\n"
                                "from loupe_worker.operations import Operations\n"
                                "def entry(*a):\n"
                                "    [o] = [o for o in gc.get_objects()\n"
                                "           if isinstance(o, Operations)]\n"
                                "    o._pristine[0].add_(1)\n"
                                "    torch.cuda.synchronize()\n"
                                "    return list(a)\n");
    const auto answer = subject->ask({{"do", "forward"}, {"function", "entry"}}, &given,
                                     std::chrono::seconds(60), {});
    EXPECT_NE(answer.outcome.verdict, Verdict::Correct);
    EXPECT_EQ(compared(kept, given).verdict, Verdict::Correct);
}

TEST_F(PassedMemory, refusesOtherDescriptors)
{
    const Bundle given = inputs();
    Bundle lie;
    lie.value = given.value;
    const auto withMemory = [&](int descriptor, std::vector<TensorSpec> specs) -> const Bundle & {
        lie.onDevice = DeviceTensors{Fd(descriptor), std::move(specs), device};
        return lie;
    };
    const auto &specs = given.onDevice->specs;
    const int plain = memfd_create("plain", MFD_CLOEXEC);
    ASSERT_EQ(ftruncate(plain, 64 << 20), 0);
    EXPECT_EQ(compared(given, withMemory(plain, specs)).verdict, Verdict::BrokeProtocol);
    EXPECT_EQ(compared(given, withMemory(open("/dev/null", 0), specs)).verdict,
              Verdict::BrokeProtocol);
    // GPU memory, but too small for its tensors
    std::vector<TensorSpec> larger = specs;
    larger[0].shape = {std::int64_t{1} << 30};
    EXPECT_EQ(compared(given, withMemory(dup(given.onDevice->memory.get()), larger)).verdict,
              Verdict::BrokeProtocol);
    EXPECT_EQ(compared(given, given).verdict, Verdict::Correct) << "the judge goes on";
    // from the oracle this is an internal failure
    const int other = memfd_create("plain", MFD_CLOEXEC);
    const Bundle &wrong = withMemory(other, specs);
    EXPECT_FALSE(judge->compareNested(wrong.value, wrong.view(), given.value, given.view(),
                                      NestedRule(), {}));
}

} // namespace loupe
