// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissionentry.h"

#include "core/suites/pythontext.h"

#include <algorithm>

namespace loupe {

std::optional<std::string> entryProblem(const Protocol &protocol, const BenchmarkTask &task,
                                        const std::string &source)
{
    const auto hasCheck = [](const ProtocolToggle &toggle) { return toggle.id == "entry_check"; };
    if (std::none_of(protocol.toggles.begin(), protocol.toggles.end(), hasCheck))
        return std::nullopt;
    const PythonOutline outline = pythonOutline(source);
    const std::string stem = task.file.stem().string();
    for (const std::string &name : {stem, std::string("kernel_function")}) {
        const auto among = [&](const std::vector<std::string> &names) {
            return std::find(names.begin(), names.end(), name) != names.end();
        };
        if (among(outline.functions) || among(outline.assigned))
            return std::nullopt;
    }
    return "the suite wants " + stem + " or kernel_function at the top level";
}

} // namespace loupe
