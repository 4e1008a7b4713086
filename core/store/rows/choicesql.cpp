// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/choicesql.h"

#include <fmt/format.h>

namespace loupe {

namespace {

/// The plus keeps SQLite from scanning the index of outcomes.
std::string judged(std::string_view row)
{
    return fmt::format("+{}.outcome NOT IN ('unknown', 'skipped', 'infra_error')", row);
}

std::string ofOneSample(std::string_view row, std::string_view other)
{
    return fmt::format("{0}.run_id = {1}.run_id AND {0}.task_id = {1}.task_id AND {0}.method_id = "
                       "{1}.method_id AND {0}.sample = {1}.sample",
                       row, other);
}

/// Selects judged rows without a later judged attempt at their round.
std::string standing(std::string_view row)
{
    return fmt::format("{} AND NOT EXISTS (SELECT 1 FROM evaluation r WHERE {} AND r.round = "
                       "{}.round AND r.attempt > {}.attempt AND {})",
                       judged(row), ofOneSample("r", row), row, row, judged("r"));
}

/// Orders rounds like the best round of a population: correct, built, fast, then the earlier one.
std::string worth(std::string_view row)
{
    return fmt::format("({0}.outcome = 'correct', {0}.outcome <> 'no_build', CASE WHEN {0}.outcome "
                       "= 'correct' THEN ifnull({0}.speedup, 0) ELSE 0 END, -{0}.round)",
                       row);
}

} // namespace

std::string choiceCondition(std::string_view choice)
{
    if (choice == "last")
        return "e.is_last_round = 1";
    if (choice == "first")
        return fmt::format("({} AND NOT EXISTS (SELECT 1 FROM evaluation o WHERE {} AND o.round < "
                           "e.round AND {}))",
                           standing("e"), ofOneSample("o", "e"), judged("o"));
    if (choice == "best")
        return fmt::format("({} AND NOT EXISTS (SELECT 1 FROM evaluation o WHERE {} AND o.id <> "
                           "e.id AND {} AND {} > {}))",
                           standing("e"), ofOneSample("o", "e"), standing("o"), worth("o"),
                           worth("e"));
    return {};
}

} // namespace loupe
