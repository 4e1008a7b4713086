// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/figures/figureentries.h"

#include "core/report/figures/figurechanges.h"
#include "ui/text/words.h"

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

FigureEntry figureEntry(const StoredFigure &stored, StoreReader &reader,
                        const std::stop_token &stop)
{
    FigureEntry out{stored, {}, {}, {}};
    const auto spec = parseFigureSpec(stored.spec, stored.name);
    auto now = spec ? makePaperFigure(reader, *spec, stop) : Result<PaperFigure>(spec.error());
    if (!now) {
        out.state = errorText(now.error());
        return out;
    }
    switch (stateOf(stored, *now)) {
    case FigureState::NeverExported:
        out.state = FigureEntry::tr("never exported");
        break;
    case FigureState::Current:
        out.state = FigureEntry::tr("current");
        break;
    case FigureState::Stale:
        out.state = FigureEntry::tr("out of date");
        if (const auto moved = movedNumbers(stored.numbers, now->numbers)) {
            out.state = counted(static_cast<std::int64_t>(moved->size()),
                                FigureEntry::tr("out of date: %1 change"),
                                FigureEntry::tr("out of date: %1 changes"));
            for (const MovedNumber &each : *moved)
                out.moved.append(toQt(text(each)));
        }
        break;
    }
    out.now = *std::move(now);
    return out;
}

} // namespace

Result<std::vector<FigureEntry>> readFigureEntries(StoreReader &reader, const std::stop_token &stop)
{
    const auto stored = reader.figures();
    if (!stored)
        return stored.error();
    std::vector<FigureEntry> out;
    out.reserve(stored->size());
    for (const StoredFigure &each : *stored) {
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "the figures were cancelled", {}, {}, {}};
        out.push_back(figureEntry(each, reader, stop));
    }
    return out;
}

} // namespace loupe::ui
