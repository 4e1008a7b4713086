// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/judgements.h"

#include "core/base/errors.h"
#include "core/generation/loop/storedrun.h"
#include "core/store/write/storewriter.h"

#include <map>
#include <utility>

namespace loupe {

Status readJudgements(const GenerationRequest &request, const GenerationSetup &setup,
                      DialogueBook &book)
{
    const auto reader = StoreReader::open(request.run.store);
    if (!reader)
        return reader.error();
    const auto rows = (*reader)->metricRowsWithoutCosts(onlyRun(setup.run), {});
    if (!rows)
        return rows.error();
    for (const MetricRow &row : *rows) {
        const bool isOurs = row.run.text() == setup.run && row.method.text() == setup.method.name;
        if (!isOurs
            || book.evaluation(std::string(row.task.text()), row.sample, row.round) != nullptr)
            continue;
        auto detail = (*reader)->detail(row.id);
        if (!detail)
            return detail.error();
        book.addJudged(std::move(detail->evaluation), row.isWithheld);
    }
    return {};
}

Status storeDialogues(const GenerationRequest &request, const GenerationSetup &setup,
                      const DialogueBook &book)
{
    auto dialogues = book.dialogues();
    if (!dialogues)
        return dialogues.error();
    const auto reader = StoreReader::open(request.run.store);
    if (!reader)
        return reader.error();
    const auto run = runNamed(**reader, setup.run);
    if (!run)
        return run.error();
    if (!*run)
        return errorWithHint(Errc::NotFound, "the run \"" + setup.run + "\" is gone",
                             request.run.store.string(),
                             "somebody deleted it meanwhile; begin again with the same command");
    const auto writer = StoreWriter::open(request.run.store);
    if (!writer)
        return writer.error();
    return (*writer)->transaction([&]() -> Status {
        const auto method = (*writer)->addMethod(setup.method);
        if (!method)
            return method.error();
        std::map<std::string, TaskId> tasks;
        for (const AskedTask &asked : setup.tasks) {
            const auto task = (*writer)->addTask(asked.task);
            if (!task)
                return task.error();
            tasks[asked.task.name] = *task;
        }
        for (const Dialogue &dialogue : *dialogues) {
            const auto task = tasks.find(dialogue.task);
            if (task == tasks.end())
                continue;
            const auto stored = (*writer)->recordDialogue(**run, task->second, *method, dialogue);
            if (!stored)
                return stored.error();
        }
        return {};
    });
}

} // namespace loupe
