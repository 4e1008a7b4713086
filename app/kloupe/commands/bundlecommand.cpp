// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/options/storeargument.h"
#include "core/base/files.h"
#include "core/engine/run/bundle.h"

#include <memory>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct BundleOptions {
    std::filesystem::path store;
    std::filesystem::path out;
    std::int64_t evaluation = 0;
};

/// Returns the folder name that "x.tar.gz" unpacks to, or nothing if `out` is a folder.
std::optional<std::string> archivedFolder(const std::filesystem::path &out)
{
    const std::string name = out.filename().string();
    for (const std::string_view ending : {".tar.gz", ".tgz"}) {
        if (name.size() > ending.size() && name.ends_with(ending))
            return name.substr(0, name.size() - ending.size());
    }
    return std::nullopt;
}

void write(const BundleOptions &options)
{
    const RowId id{options.evaluation};
    const auto folder = archivedFolder(options.out);
    if (!folder)
        return orFail(writeBundle(options.store, id, options.out));
    const auto work = orFail(TemporaryFolder::create("kloupe-bundle"));
    orFail(writeBundle(options.store, id, work.path() / *folder));
    orFail(archiveFolder(work.path() / *folder, options.out));
}

ExitCode bundle(const BundleOptions &options, const Console &console)
{
    write(options);
    console.line(
        fmt::format("{}: run.sh in it evaluates the candidate again", options.out.string()));
    console.document({{"bundle", options.out.string()}, {"evaluation", options.evaluation}});
    return ExitCode::Ok;
}

} // namespace

void addBundleCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<BundleOptions>();
    CLI::App *command = app.add_subcommand(
        "bundle", "Write a folder or archive with which others can repeat one evaluation");
    addStore(*command, options->store);
    addEvaluation(*command, options->evaluation)->required();
    command->add_option("-o,--output,--out", options->out, "New folder, or an archive NAME.tar.gz")
        ->required();
    setAction(*command, chosen, options, bundle);
}

} // namespace loupe::cli
