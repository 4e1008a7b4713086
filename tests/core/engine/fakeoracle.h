// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/python/pythonhost.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tests/core/engine/quietchild.h"

namespace loupe::test {

/// Returns a tensor of zeros of this size.
inline Bundle bundleOf(std::int64_t bytes)
{
    TensorSpec spec;
    spec.dtype = DType::Float32;
    spec.shape = {bytes / 4};
    Bundle bundle;
    auto arena = TensorArena::create(std::span(&spec, 1));
    bundle.tensors = std::move(*arena);
    bundle.value.kind = Value::Kind::List;
    return bundle;
}

/// Answers of a fake reference process: inputs and results of the given sizes. `ends` returns the
/// outcome of a request that fails.
struct FakeReference {
    std::int64_t inputBytes = 0;
    std::int64_t resultBytes = 0;
    std::function<std::optional<CallOutcome>(const Json &request)> ends = {};
    mutable std::vector<Json> asked = {};
    std::string draws = "torch"; ///< library that draws for it, where it may
    std::string compiled = {};   ///< reported at the end as compiled
};

class FakeOracleChild final : public QuietChild
{
public:
    explicit FakeOracleChild(const FakeReference &reference) : m_reference(reference) { }

    Answer ask(Json request, const Bundle * /*given*/, std::chrono::duration<double> /*deadline*/,
               const std::stop_token & /*stop*/) override
    {
        Answer answer;
        answer.body = Json::object();
        answer.outcome.verdict = Verdict::Correct;
        if (m_reference.ends) {
            if (auto ended = m_reference.ends(request)) {
                answer.outcome = std::move(*ended);
                return answer;
            }
        }
        m_reference.asked.push_back(request);
        const std::string what = request.value("do", "");
        const bool isLater = request.value("stays_on_host", false) && m_reference.inputBytes > 0;
        if (what == "compiled")
            answer.body["artifacts"] = m_reference.compiled;
        else if (what == "estimate")
            answer.body["bytes"] = m_reference.inputBytes;
        else if (what == "inputs" && request.value("function", "") != "get_inputs")
            answer.value = bundleOf(0);
        else if (what == "drawn" || (what == "inputs" && !isLater))
            answer.value = bundleOf(m_reference.inputBytes);
        else if (what == "forward" || what == "exact")
            answer.value = bundleOf(m_reference.resultBytes);
        else if (what == "randomise" || what == "state")
            answer.value = bundleOf(0);
        if (request.contains("draws")) {
            answer.body["draws"] = m_reference.draws;
            if (const auto at = m_reference.draws.find(": "); at != std::string::npos)
                answer.body["draws_problem"] = m_reference.draws.substr(at + 2);
        }
        if (what == "randomise")
            answer.body["changed"] = {"weight"};
        return answer;
    }

private:
    const FakeReference &m_reference;
};

class FakeOracleServer final : public PythonServer
{
public:
    explicit FakeOracleServer(const FakeReference &reference) : m_reference(reference) { }
    Result<std::unique_ptr<PythonChild>>
    forkWith(const std::map<std::string, std::string> & /*variables*/,
             const std::stop_token & /*stop*/) override
    {
        return {std::make_unique<FakeOracleChild>(m_reference)};
    }
    int starts() const override { return 1; }

private:
    const FakeReference &m_reference;
};

} // namespace loupe::test
