// SPDX-License-Identifier: Apache-2.0
#include "tests/core/platforms/python/pythonfixture.h"

#include "core/base/environment.h"

#include <cstring>
#include <iostream>
#include <map>

namespace loupe::test {

namespace {

Result<PythonEnvironment> findPython()
{
    std::filesystem::path interpreter = environmentVariable("LOUPE_TEST_PYTHON");
    if (interpreter.empty())
        interpreter = std::filesystem::path(LOUPE_TEST_VENV) / "bin" / "python";
    return inspectPython(interpreter, {});
}

} // namespace

const PythonEnvironment *testPython(std::string &whyNot)
{
    static const Result<PythonEnvironment> found = findPython();
    if (found)
        return &*found;
    whyNot = "no Python with torch (" + found.error().text() + "): set LOUPE_TEST_PYTHON";
    return nullptr;
}

std::shared_ptr<PythonZygote> testZygote()
{
    std::string whyNot;
    static const std::shared_ptr<PythonZygote> zygote
        = PythonZygote::begin(*testPython(whyNot), testSettings());
    return zygote;
}

PythonSettings testSettings(SandboxMode mode)
{
    PythonSettings settings;
    settings.workerFolder = std::filesystem::path(LOUPE_SOURCE_DIR) / "resources" / "worker";
    settings.mode = mode;
    settings.threads = 1;
    settings.limits.memoryBytes = std::int64_t{4} << 30;
    return settings;
}

PythonServer &sharedServer(PythonRole role, SandboxMode mode)
{
    static std::map<std::pair<PythonRole, SandboxMode>, std::unique_ptr<PythonServer>> servers;
    std::unique_ptr<PythonServer> &server = servers[{role, mode}];
    if (!server) {
        std::string whyNot;
        PythonSettings settings = testSettings(mode);
        if (mode == SandboxMode::Bubblewrap && environmentVariable("LOUPE_TEST_ZYGOTE") == "1")
            settings.zygote = testZygote();
        Result<std::unique_ptr<PythonServer>> started
            = PythonServer::start(*testPython(whyNot), role, settings, {});
        if (!started) {
            std::cerr << started.error().text() << '\n' << started.error().detail << '\n';
            std::abort();
        }
        server = std::move(started).value();
    }
    return *server;
}

void PythonTest::SetUp()
{
    std::string whyNot;
    if (testPython(whyNot) == nullptr)
        GTEST_SKIP() << whyNot;
}

std::unique_ptr<PythonChild> PythonTest::childWith(const std::string &source, PythonRole role)
{
    Result<std::unique_ptr<PythonChild>> child = sharedServer(role).fork({});
    if (!child) {
        ADD_FAILURE() << child.error().text() << child.error().detail;
        return nullptr;
    }
    const PythonChild::Answer loaded = ask(**child, loadRequest(source));
    EXPECT_EQ(loaded.outcome.verdict, Verdict::Correct) << loaded.outcome.message << '\n'
                                                        << (*child)->output() << loaded.body.dump();
    return std::move(child).value();
}

PythonChild::Answer ask(PythonChild &child, Json request, const Bundle *given, double seconds)
{
    return child.ask(std::move(request), given, std::chrono::duration<double>(seconds), {});
}

Json loadRequest(const std::string &source, const std::string &style)
{
    return {{"do", "load"}, {"source", source}, {"file_name", "candidate.py"}, {"style", style}};
}

Bundle arguments(const std::vector<std::vector<float>> &tensors)
{
    std::vector<TensorSpec> specs;
    for (const auto &values : tensors)
        specs.push_back({"", DType::Float32, {static_cast<std::int64_t>(values.size())}});
    Result<TensorArena> arena = TensorArena::create(specs);
    Bundle bundle;
    bundle.value.kind = Value::Kind::List;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        std::memcpy(arena->bytes(i).data(), tensors[i].data(), arena->bytes(i).size());
        Value &tensor = bundle.value.items.emplace_back();
        tensor.kind = Value::Kind::Tensor;
        tensor.tensor = i;
    }
    if (!tensors.empty()) {
        EXPECT_TRUE(arena->seal());
        bundle.tensors = std::move(arena).value();
    }
    return bundle;
}

std::vector<float> floatsOf(const Bundle &bundle, std::size_t tensor)
{
    const std::span<const std::byte> bytes = bundle.tensors->bytes(tensor);
    std::vector<float> values(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

} // namespace loupe::test
