// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <compare>
#include <map>
#include <string>

namespace loupe {

/// Key of an evaluation within a run.
struct EvaluationKey {
    std::string task;
    std::string method;
    int sample = 0;
    int round = 0;
    int attempt = 0;

    // NOLINTNEXTLINE(modernize-use-nullptr)
    friend auto operator<=>(const EvaluationKey &, const EvaluationKey &) = default;
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

/// Ids of tasks and methods in a store, by name.
struct StoredNames {
    std::map<std::string, TaskId> tasks;
    std::map<std::string, MethodId> methods;
};

} // namespace loupe
