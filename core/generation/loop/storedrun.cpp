// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/storedrun.h"

#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/store/write/storewriter.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace loupe {

namespace {

Status makeDurable(const std::filesystem::path &file)
{
    const Fd fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (!fd && errno == ENOENT)
        return {};
    if (!fd || ::fdatasync(fd.get()) != 0)
        return Error{Errc::Io,
                     "cannot make the store durable: " + std::generic_category().message(errno),
                     file.string()};
    return {};
}

} // namespace

Status makeStoreDurable(const std::filesystem::path &store)
{
    for (const char *ending : {"-wal", ""}) {
        std::filesystem::path file = store;
        file += ending;
        if (Status durable = makeDurable(file); !durable)
            return durable;
    }
    return {};
}

Status keepDialogues(const std::filesystem::path &store, const std::string &run,
                     const Method &method, const std::vector<TaskDialogue> &dialogues)
{
    const auto reader = StoreReader::open(store);
    if (!reader)
        return reader.error();
    const auto id = runNamed(**reader, run);
    if (!id)
        return id.error();
    if (!*id)
        return Error{Errc::NotFound, "the run \"" + run + "\" is gone", store.string(),
                     "it was deleted in the meantime; repeat the command"};
    const auto writer = StoreWriter::open(store);
    if (!writer)
        return writer.error();
    return (*writer)->transaction([&]() -> Status {
        const auto owner = (*writer)->addMethod(method);
        if (!owner)
            return owner.error();
        for (const TaskDialogue &each : dialogues) {
            const auto task = (*writer)->addTask(*each.task);
            if (!task)
                return task.error();
            const auto stored = (*writer)->recordDialogue(**id, *task, *owner, *each.dialogue);
            if (!stored)
                return stored.error();
        }
        return {};
    });
}

Filter onlyRun(const std::string &name)
{
    return {{FilterTerm{"run", FilterOp::Is, {name}, false, 0}}};
}

Result<std::optional<RunId>> runNamed(StoreReader &reader, const std::string &name)
{
    const auto runs = reader.runs();
    if (!runs)
        return runs.error();
    for (const RunSummary &each : *runs) {
        if (each.run.name == name)
            return std::optional(each.id);
    }
    return std::optional<RunId>();
}

} // namespace loupe
