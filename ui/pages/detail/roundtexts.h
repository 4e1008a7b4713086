// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/read/parentevaluations.h"
#include "core/store/read/storereader.h"
#include "ui/widgets/source/diffview.h"

#include <QString>

#include <optional>
#include <vector>

namespace loupe::ui {

/// Prompt and result of a round as text.
struct RoundTexts {
    QString givenLine; ///< one line
    QString given;     ///< in full, with the end of the round before
    QString end;       ///< message and logs
};

/// Returns "refined from round 0" or "crossed from sample 3, round 1, crossed from round 0"; empty
/// if not recorded. Samples are named unless they equal `ownSample`.
QString originText(const std::vector<ParentEvaluation> &parents, int ownSample);

/// `before`: its parent, or else the evaluated round before, whose end may be the prompt.
RoundTexts roundTexts(const EvaluationDetail &round, const std::optional<EvaluationDetail> &before);

/// Return the sources for a diff. The sample is named unless it equals `besideSample`.
DiffSource candidateSource(const EvaluationDetail &detail,
                           std::optional<int> besideSample = std::nullopt);
DiffSource referenceSource(const Task &task);

} // namespace loupe::ui
