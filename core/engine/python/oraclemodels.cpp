// SPDX-License-Identifier: Apache-2.0
//
// Checks the models that a reference loads from a hub.
#include "core/engine/python/oracleconversation.h"
#include "core/platforms/python/modelhub.h"
#include "core/suites/pretrainedmodels.h"

#include <fmt/format.h>
#include <unistd.h>

namespace loupe {

Status OracleConversation::hasModels() const
{
    // If started by root, the sandbox runs as the user "nobody".
    const bool isAnother = geteuid() == 0 && m_context.settings.mode == SandboxMode::Bubblewrap;
    for (const std::string &name : pretrainedModels(m_task.implementation)) {
        std::error_code failed;
        const std::filesystem::path folder = modelFolder(m_context.modelHub, name);
        if (!std::filesystem::is_directory(folder, failed))
            return Error{Errc::InvalidInput,
                         fmt::format("the reference loads the model {}, which is not in {}: `hf "
                                     "download {}` brings it",
                                     name, m_context.modelHub.string(), name),
                         m_task.file.string(),
                         {},
                         {}};
        if (const auto closed = isAnother ? ownersAlone(folder) : std::nullopt)
            return Error{Errc::InvalidInput,
                         fmt::format("the sandbox runs as another user, who may not read {}: "
                                     "`chmod -R o+rX {}` lets it",
                                     closed->string(), folder.string()),
                         m_task.file.string(),
                         {},
                         {}};
    }
    return {};
}

} // namespace loupe
