// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/originalexport.h"

#include "app/kloupe/options/openstore.h"
#include "core/base/counted.h"
#include "core/base/nearest.h"
#include "core/store/read/storereader.h"
#include "core/store/write/originalfiles.h"

#include <algorithm>

#include <fmt/format.h>

namespace loupe::cli {

ExitCode exportOriginal(const std::filesystem::path &store, const std::string &run,
                        const std::filesystem::path &folder, const Console &console)
{
    const auto reader = openStore(store);
    if (!reader)
        return console.fail(reader.error());
    const auto runs = (*reader)->runs();
    if (!runs)
        return console.fail(runs.error());
    const bool isThere = std::any_of(runs->begin(), runs->end(),
                                     [&](const RunSummary &each) { return each.run.name == run; });
    std::vector<std::string> known;
    known.reserve(runs->size());
    for (const RunSummary &each : *runs)
        known.push_back(each.run.name);
    if (!isThere)
        return console.fail({Errc::NotFound,
                             "there is no run \"" + run + "\"",
                             store.string(),
                             hintWithNearest(run, known, "kloupe runs STORE lists them"),
                             {}});
    const auto files = (*reader)->importedFiles(run);
    if (!files)
        return console.fail(files.error());
    if (const Status written = writeOriginalFiles(*files, folder); !written)
        return console.fail(written.error());
    std::size_t bytes = 0;
    Json names = Json::array();
    for (const ImportedFile &file : *files) {
        bytes += file.content.size();
        names.push_back(file.name);
    }
    console.line(fmt::format("{}: {}, {}, as imported", folder.string(),
                             counted(files->size(), "file"), counted(bytes, "byte")));
    console.document({{"run", run}, {"folder", folder.string()}, {"files", names}});
    return ExitCode::Ok;
}

} // namespace loupe::cli
