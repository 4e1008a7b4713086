// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/read/storereader.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/source/diffview.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace loupe::ui {

/// Choice of the source at the left of a candidate: the reference, the nearest correct candidate of
/// the task, the round before, or any other attempt at the task.
class LeftChoice final : public ChoiceBox
{
    Q_OBJECT
public:
    /// Evaluation to show at the left.
    struct Compared {
        std::optional<EvaluationDetail> detail; ///< nullopt: there is no nearest correct candidate
        std::optional<double> shared; ///< share of common lines of a nearest correct candidate
    };
    using Read = std::function<Result<Compared>(StoreReader &, const std::stop_token &)>;
    struct Source {
        DiffSource source;
        bool isLater = false; ///< a later round of the same sample, which belongs at the right
    };

    explicit LeftChoice(const Theme &theme, QWidget *parent = nullptr);

    /// Offers the sources to compare `own` with. `rounds` are all of its sample, by round, `others`
    /// other attempts at the task. Chooses the reference, or another round if there is none.
    void offer(const EvaluationDetail &own, const std::vector<ResultRow> &rounds,
               const std::vector<ResultRow> &others);
    bool isReference() const { return choice() == Reference; }
    /// Returns the work that reads what is chosen, other than the reference.
    Read reading() const;
    /// Returns what reading() found as a source.
    Source sourceOf(const Result<Compared> &result) const;

private:
    /// Choices that name no evaluation; the others are ids.
    enum Special : qint64 { Reference = 0, Nearest = -1 };
    static Result<Compared> readNearest(StoreReader &reader, RowId id, const std::stop_token &stop);
    qint64 choice() const { return currentData().toLongLong(); }

    ResultRow m_own;
};

/// Returns the source of a candidate under this title.
DiffSource titledSource(const Candidate &candidate, const QString &title);

} // namespace loupe::ui
