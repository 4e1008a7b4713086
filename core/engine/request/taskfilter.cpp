// SPDX-License-Identifier: Apache-2.0
#include "core/base/asciicase.h"
#include "core/engine/request/plan.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace loupe {

namespace {

/// Returns whether the text matches a pattern in which `*` stands for any characters. Only the last
/// star is ever widened, because earlier matches remain valid. The time is therefore at most the
/// product of both lengths.
bool matchesPattern(std::string_view pattern, std::string_view text)
{
    std::size_t at = 0;
    std::size_t star = std::string_view::npos; ///< position of the last star in the pattern
    std::size_t taken = 0;
    for (std::size_t i = 0; i < text.size();) {
        if (at < pattern.size() && pattern[at] == '*') {
            star = at++;
            taken = i;
        } else if (at < pattern.size() && pattern[at] == text[i]) {
            ++at;
            ++i;
        } else if (star != std::string_view::npos) {
            at = star + 1;
            i = ++taken;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

bool compareLevel(FilterOp op, int level, const std::string &value)
{
    double bound = 0;
    std::from_chars(value.data(), value.data() + value.size(), bound);
    switch (op) {
    case FilterOp::Is:
        return level == bound;
    case FilterOp::Less:
        return level < bound;
    case FilterOp::LessOrEqual:
        return level <= bound;
    case FilterOp::Greater:
        return level > bound;
    case FilterOp::GreaterOrEqual:
        return level >= bound;
    }
    return false;
}

bool matchesValue(const FilterTerm &term, const std::string &value, const Task &task)
{
    if (term.field == "level")
        return task.level && compareLevel(term.op, *task.level, value);
    const std::string wanted = lowered(value);
    if (term.field == "category")
        return matchesPattern(wanted, lowered(task.category));
    if (term.field == "suite")
        return matchesPattern(wanted, lowered(task.suite));
    if (term.field == "task") {
        const std::string name = lowered(task.name);
        return matchesPattern(wanted, name)
            || matchesPattern(wanted, name.substr(name.find('/') + 1));
    }
    return lowered(task.name + " " + task.title).find(wanted) != std::string::npos;
}

} // namespace

Result<bool> matchesTask(const Filter &filter, const Task &task)
{
    // All terms are checked first, because a filter's validity must not depend on the task.
    static const std::set<std::string> usable{"", "task", "category", "level", "suite"};
    for (const FilterTerm &term : filter.terms) {
        if (usable.count(term.field) == 0)
            return Error{Errc::InvalidInput, "tasks cannot be selected by \"" + term.field + "\"",
                         "character " + std::to_string(term.position + 1),
                         "use task, category, level or a bare word"};
    }
    for (const FilterTerm &term : filter.terms) {
        const bool any
            = std::any_of(term.values.begin(), term.values.end(),
                          [&](const auto &value) { return matchesValue(term, value, task); });
        if (any == term.negated)
            return false;
    }
    return true;
}

} // namespace loupe
