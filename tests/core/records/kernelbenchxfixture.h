// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <string>

namespace loupe::test {

/// Returns the line between kernel and test in a file of KernelBench-X.
inline std::string kernelBenchXSeparator()
{
    return std::string(146, '#');
}

inline std::string kernelBenchXCode(const std::string &kernel)
{
    return kernel + "\n" + kernelBenchXSeparator() + "\nimport torch\ntest_results = {}\n";
}

/// Returns a state: "failed", "wrong", "untimed", or a speedup as a number for a correct kernel.
inline Json kernelBenchXState(const std::string &what)
{
    const bool timed = what != "failed" && what != "wrong" && what != "untimed";
    const double speedup = timed ? std::stod(what) : 0.0;
    return {{"call_ok", what != "failed"},
            {"exe_ok", what != "failed" && what != "wrong"},
            {"perf_ok", timed},
            {"dtype", timed ? "float32" : ""},
            {"runtime_ms", timed ? Json(10.0 / speedup) : Json(nullptr)},
            {"gbs", timed ? Json(1.5) : Json(nullptr)},
            {"tflops", timed ? Json(0.5) : Json(nullptr)},
            {"speedup", timed ? Json(speedup) : Json(nullptr)},
            {"maintainability", timed ? Json(61.5) : Json("N/A")},
            {"error", "a warning about numpy"}};
}

/// Returns one record of the corpus as JSON, which tests can corrupt.
inline Json kernelBenchXRecord(const std::string &task, int from, const std::string &kind,
                               const std::string &before, const std::string &after,
                               const std::string &codeBefore, const std::string &codeAfter)
{
    const std::string fromRound = "round_" + std::to_string(from);
    const std::string toRound = "round_" + std::to_string(from + 1);
    const auto lines
        = [](const std::string &code) { return std::count(code.begin(), code.end(), '\n'); };
    return {{"task_id", task + ".py"},
            {"transition", fromRound + "_to_" + toRound},
            {"from_round", fromRound},
            {"to_round", toRound},
            {"kind", kind},
            {"before", kernelBenchXState(before)},
            {"after", kernelBenchXState(after)},
            {"before_code_present", true},
            {"after_code_present", true},
            {"before_code", kernelBenchXCode(codeBefore)},
            {"after_code", kernelBenchXCode(codeAfter)},
            {"unified_diff", codeBefore == codeAfter ? "" : "--- a\n+++ b\n"},
            {"diff_stats",
             {{"lines_a", lines(kernelBenchXCode(codeBefore))},
              {"lines_b", lines(kernelBenchXCode(codeAfter))},
              {"similarity_ratio", 0.5},
              {"opcodes_len", 3}}},
            {"llm_fields", Json::object()},
            {"notes", ""}};
}

/// Returns five records of four tasks: a rescue and a re-timing after it, a compile fix of the
/// renamed task, a regression, and a dropped task whose "rescue" changed no byte.
inline std::vector<Json> kernelBenchXSample()
{
    return {kernelBenchXRecord("Math/add", 0, "exe_fail_to_pass,call_fail_to_pass,perf_ok_newly",
                               "failed", "0.5", "v0", "v1"),
            kernelBenchXRecord("Math/add", 1, "speedup_increase", "0.5", "0.75", "v1", "v1"),
            kernelBenchXRecord("Broadcast/expand_where", 0, "call_fail_to_pass", "failed", "wrong",
                               "a", "b"),
            kernelBenchXRecord("Fusion/two", 1, "regression_exe,regression_perf", "2.0", "wrong",
                               "p", "q"),
            kernelBenchXRecord("Math/exp", 1, "exe_fail_to_pass,perf_ok_newly", "wrong", "4.0",
                               "same", "same")};
}

inline std::string kernelBenchXText(const std::vector<Json> &records)
{
    std::string out;
    for (const Json &record : records)
        out += record.dump() + "\n";
    return out;
}

} // namespace loupe::test
