// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissionentry.h"

#include "core/suites/pythontext.h"

#include <algorithm>

namespace loupe {

std::optional<std::string> entryProblem(const Protocol &protocol, const BenchmarkTask &task,
                                        const std::string &source)
{
    const ProtocolToggle *check = protocol.toggle("entry_check_wants_stem");
    if (check == nullptr)
        return std::nullopt;
    const bool wantsStem = check->state == ToggleState::AsShipped;
    const std::string entry = wantsStem ? task.file.stem().string() : task.entry;
    const PythonOutline outline = pythonOutline(source);
    for (const std::string &name : {entry, std::string("kernel_function")}) {
        const auto among = [&](const std::vector<std::string> &names) {
            return std::find(names.begin(), names.end(), name) != names.end();
        };
        if (among(outline.functions) || among(outline.assigned))
            return std::nullopt;
    }
    return "the suite wants " + entry + " or kernel_function at the top level";
}

} // namespace loupe
