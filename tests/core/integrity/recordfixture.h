// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/recordaudit.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace loupe::test {

/// Records in which tests plant defects. Names and sizes are unknown to the rules.
struct Records {
    std::vector<RecordedState> states;

    /// Adds a correct, timed kernel with its own source. Tests change what they need.
    RecordedState &add(const std::string &task, int round, double speedup, double candidateMs = 2.0)
    {
        RecordedState state;
        state.row.id = RowId{static_cast<std::int64_t>(states.size()) + 1};
        state.row.suite = "suite";
        state.row.task = task;
        state.row.method = "author";
        state.row.run = "first";
        state.row.round = round;
        state.row.verdict = Verdict::Correct;
        state.row.speedup = speedup;
        state.row.candidateMs = candidateMs;
        state.row.baselineMs = speedup * candidateMs;
        state.device = "Device X1";
        state.baseline = "reference";
        state.sourceDigest = task + " " + std::to_string(round);
        states.push_back(state);
        return states.back();
    }
    RecordedState &addFailed(const std::string &task, int round)
    {
        RecordedState &state = add(task, round, 1.0);
        state.row.verdict = Verdict::WrongValue;
        state.row.speedup.reset();
        state.row.candidateMs.reset();
        state.row.baselineMs.reset();
        return state;
    }

    std::vector<RecordFinding> found(const std::string &rule) const
    {
        std::vector<RecordFinding> out;
        for (const RecordFinding &each : auditRecords(states)) {
            if (each.finding.rule == rule)
                out.push_back(each);
        }
        return out;
    }
};

inline double numberOf(const RecordFinding &found, const std::string &name)
{
    for (const auto &[known, value] : found.numbers) {
        if (known == name)
            return value;
    }
    ADD_FAILURE() << found.finding.message << " has no number " << name;
    return 0;
}

inline std::vector<RowId> rows(std::initializer_list<std::int64_t> ids)
{
    std::vector<RowId> out;
    for (const std::int64_t id : ids)
        out.push_back(RowId{id});
    return out;
}

} // namespace loupe::test
