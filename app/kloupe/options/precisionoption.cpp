// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/options/precisionoption.h"

#include "app/kloupe/options/valuechecks.h"
#include "core/engine/request/optionwords.h"
#include "core/engine/request/requestedprecisions.h"

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace loupe::cli {

CLI::Option *addPrecision(CLI::App &command, PythonRequest &python, Precisions most,
                          const std::string &help)
{
    const auto choose = [&python, most](const std::string &words) {
        if (words.find_first_not_of(" \t\r\n") == std::string::npos)
            throw CLI::ValidationError(
                "--precision", "is empty; name a precision, or auto as the submissions state");
        auto precisions = precisionsFromWords(words);
        if (!precisions)
            throw CLI::ValidationError("--precision", refusalText(precisions.error()));
        if (most == Precisions::One && precisions->size() > 1)
            throw CLI::ValidationError("--precision",
                                       "this command judges in one precision; name one of them");
        python.precisions = std::move(*precisions);
    };
    std::vector<std::string> words{precisionWords({})};
    for (const RunPrecision each : optionValues<RunPrecision>())
        words.emplace_back(name(each));
    return command.add_option_function<std::string>("--precision", choose, help)
        ->type_name(fmt::format("{}:one of {}", most == Precisions::One ? "TYPE" : "TYPE[,TYPE]",
                                fmt::join(words, ", ")));
}

} // namespace loupe::cli
