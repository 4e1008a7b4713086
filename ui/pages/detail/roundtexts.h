// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/read/storereader.h"
#include "ui/widgets/unifieddiff.h"

#include <QString>

#include <optional>

namespace loupe::ui {

/// What a round was given and how it ended, in words.
struct RoundTexts {
    QString givenLine; ///< one line
    QString given;     ///< in full, with how the round before ended
    QString end;       ///< its message and what it wrote
};

/// `before`: the judged round before, whose end may be the prompt.
RoundTexts roundTexts(const EvaluationDetail &round, const std::optional<EvaluationDetail> &before);

/// Sources as one side of a diff.
DiffSource candidateSource(const EvaluationDetail &detail);
DiffSource referenceSource(const Task &task);

} // namespace loupe::ui
