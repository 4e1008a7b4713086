// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/read/parentevaluations.h"
#include "core/store/read/storereader.h"
#include "ui/widgets/unifieddiff.h"

#include <QString>

#include <optional>
#include <vector>

namespace loupe::ui {

/// What a round was given and how it ended, in words.
struct RoundTexts {
    QString givenLine; ///< one line
    QString given;     ///< in full, with how the round before ended
    QString end;       ///< its message and what it wrote
};

/// "refined from round 0", "crossed from sample 3, round 1, crossed from round 0"; empty: not
/// recorded. Samples are named where they are others than the own.
QString originText(const std::vector<ParentEvaluation> &parents, int ownSample);

/// `before`: what it was made from, else the judged round before, whose end may be the prompt.
RoundTexts roundTexts(const EvaluationDetail &round, const std::optional<EvaluationDetail> &before);

/// Sources as one side of a diff. A sample is named where it is another than that of the other
/// side.
DiffSource candidateSource(const EvaluationDetail &detail,
                           std::optional<int> besideSample = std::nullopt);
DiffSource referenceSource(const Task &task);

} // namespace loupe::ui
