// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/shapesfield.h"

#include "core/engine/request/requestedshapes.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/filechooser.h"
#include "ui/widgets/input/pathrow.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>

using namespace Qt::StringLiterals;

namespace loupe::ui {

ShapesField::ShapesField(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_line(new QLineEdit)
    , m_note(makeDim())
{
    constexpr int maxText = 1 << 20; // as of the file
    m_line->setMaxLength(maxText);
    m_line->setPlaceholderText(tr("each task's own"));
    m_line->setToolTip(tr("A JSON file with further shapes of tasks: candidates are judged and "
                          "timed on each"));
    m_note->setProperty("tone", u"error"_s);
    m_note->setWordWrap(true);
    m_note->setAccessibleName(tr("Problem of the shapes"));
    m_note->setVisible(false);
    auto *column = makeColumn(theme.unit() / 2, this);
    column->addWidget(makePathRow(theme, m_line, tr("file of shapes"), [this](const QString &now) {
        return chooseFile(this, tr("Choose a file of shapes"), now, tr("Shapes (*.json)"));
    }));
    column->addWidget(m_note);
    connect(m_line, &QLineEdit::textChanged, this, [this] {
        read();
        emit changed();
    });
}

void ShapesField::setRequest(const PythonRequest &python)
{
    const QSignalBlocker quiet(this);
    m_line->setText(python.shapesFile.empty() ? exactQt(python.shapes)
                                              : exactPath(python.shapesFile));
    read(); // the same file may have another content
}

void ShapesField::fill(PythonRequest &python) const
{
    python.shapesFile = m_read.shapesFile;
    python.shapes = m_read.shapes;
}

void ShapesField::read()
{
    const QString text = m_line->text().trimmed();
    const bool isText = text.startsWith(u'{');
    m_read = {};
    if (isText)
        m_read.shapes = toCore(text);
    else
        m_read.shapesFile = toPath(text);
    const Status readable = readShapes(m_read);
    m_problem = readable ? QString() : errorText(readable.error());
    m_note->setText(m_problem);
    m_note->setVisible(!m_problem.isEmpty());
}

} // namespace loupe::ui
