// SPDX-License-Identifier: Apache-2.0
#include "core/store/findingrows.h"

#include "core/store/readqueries.h"

#include <optional>
#include <utility>

namespace loupe {

Status insertFindings(Database &database, std::int64_t evaluationId,
                      const std::vector<Finding> &findings)
{
    std::int64_t position = 0;
    for (const Finding &one : findings) {
        if (Status stored = database.run("INSERT INTO finding (evaluation_id, position, rule, "
                                         "layer, severity, message, line) "
                                         "VALUES (?, ?, ?, ?, ?, ?, ?)",
                                         evaluationId, position, one.rule, layerName(one.layer),
                                         severityName(one.severity), one.message, one.line);
            !stored)
            return stored;
        ++position;
    }
    return {};
}

Result<std::vector<Finding>> readFindings(Database &database, std::int64_t evaluationId)
{
    auto statement = database.cached("SELECT rule, layer, severity, message, line FROM finding "
                                     "WHERE evaluation_id = ? ORDER BY position");
    if (!statement)
        return std::move(statement).error();
    (*statement)->bindAll(evaluationId);
    std::vector<Finding> findings;
    bool isKnown = true;
    Status read = forEachRow(**statement, [&](const Statement &row) {
        const auto layer = layerFromName(row.textView(1));
        const auto severity = severityFromName(row.textView(2));
        isKnown = isKnown && layer && severity;
        if (layer && severity)
            findings.push_back({row.text(0), *layer, *severity, row.text(3), row.smallInteger(4)});
    });
    if (!read)
        return std::move(read).error();
    if (!isKnown)
        return Error{Errc::Corrupt,
                     "a finding names a layer or severity that does not exist",
                     "evaluation " + std::to_string(evaluationId),
                     "check the store: kloupe check",
                     {}};
    return findings;
}

} // namespace loupe
