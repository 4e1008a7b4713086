// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tuple>

namespace loupe {

/// Key of an evaluation within a run.
struct EvaluationKey {
    std::string task;
    std::string method;
    int sample = 0;
    int round = 0;
    int attempt = 0;

    friend bool operator==(const EvaluationKey &, const EvaluationKey &) = default;
    friend bool operator<(const EvaluationKey &a, const EvaluationKey &b)
    {
        return std::tie(a.task, a.method, a.sample, a.round, a.attempt)
            < std::tie(b.task, b.method, b.sample, b.round, b.attempt);
    }
};

/// Lists the columns of an evaluation e of a task t by a method m.
template <typename Columns>
void listColumns(Columns &columns, EvaluationKey &key)
{
    columns("t.name", key.task);
    columns("m.name", key.method);
    columns("e.sample", key.sample);
    columns("e.round", key.round);
    columns("e.attempt", key.attempt);
}

} // namespace loupe
