// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail/tagline.h"

#include "ui/shell/session/selection.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"

namespace loupe::ui {

namespace {

/// A tag adds one annotation per evaluation.
constexpr std::size_t maxTagged = 20000;

} // namespace

TagLine::TagLine(const Workbench &bench, QWidget *parent) : QLineEdit(parent), m_bench(bench)
{
    setPlaceholderText(tr("Tag (T)"));
    setAccessibleName(tr("Tag for the selected results"));
    setMaximumWidth(bench.theme.unit() * 20);
    connect(this, &QLineEdit::returnPressed, this, [this] {
        const QString tag = text().trimmed();
        const Selection &selection = m_bench.selection;
        if (!tag.isEmpty() && !selection.isEmpty() && selection.ids().size() <= maxTagged)
            emit tagRequested(selection.ids(), tag);
        clear();
        emit finished();
    });
}

QString TagLine::begin()
{
    if (m_bench.selection.ids().size() > maxTagged)
        return tr("More than %1 results cannot be tagged at once").arg(countText(maxTagged));
    setFocus();
    selectAll();
    return {};
}

} // namespace loupe::ui
