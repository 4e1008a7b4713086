// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/generationpreview.h"

#include "core/base/environment.h"
#include "core/endpoints/spool/cassette.h"
#include "core/generation/loop/generation.h"

#include <optional>
#include <utility>

namespace loupe {

namespace {

bool exceeds(const Cost &cost, const BudgetLimits &limits)
{
    return (limits.requests && cost.requests > *limits.requests)
        || (limits.inputTokens && cost.input > *limits.inputTokens)
        || (limits.outputTokens && cost.output > *limits.outputTokens)
        || (limits.dollars && cost.money > *limits.dollars);
}

} // namespace

Result<GenerationPreview> previewGeneration(GenerationRequest request)
{
    request.run.dryRun = true;
    const auto setup = setUpGeneration(request);
    if (!setup)
        return setup.error();
    std::optional<Cassette> recorded;
    if (!request.replay.empty()) {
        auto cassette = Cassette::read(request.replay);
        if (!cassette)
            return cassette.error();
        recorded = std::move(*cassette);
    }
    auto outlook = generate(request, *setup, {}, {});
    if (!outlook)
        return outlook.error();
    GenerationPreview out;
    for (const AskedTask &task : setup->tasks) {
        out.prompts.push_back({task.task.name, task.prompt});
        out.recordedTasks += recorded && recorded->answers(task.task.name) ? 1 : 0;
    }
    out.prompt = setup->origin.prompts.at("start").name;
    out.outlook = std::move(*outlook);
    out.strategy = text(setup->origin.strategy);
    out.limits = request.profile.budget.run;
    out.hasPrices = request.profile.prices.has_value();
    Cost together = out.outlook.spent;
    together += out.outlook.most;
    out.mayEndEarly = exceeds(together, out.limits);
    out.isReplay = !request.replay.empty();
    out.isDemo = request.profile.isDemo;
    const KeyName &key = request.profile.endpoint.key;
    out.key = key.text();
    out.isKeyMissing = request.replay.empty() && key.kind == KeyName::Kind::Environment
        && environmentVariable(key.name.c_str()).empty();
    return out;
}

} // namespace loupe
