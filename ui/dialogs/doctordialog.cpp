// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/doctordialog.h"

#include "ui/models/doctormodel.h"
#include "ui/style/theme.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QItemSelectionModel>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace loupe::ui {

DoctorDialog::DoctorDialog(const Theme &theme, MachineExaminer examine, QWidget *parent)
    : QDialog(parent)
    , m_examine(std::move(examine))
    , m_model(new DoctorModel(this))
    , m_table(new ResultTable(theme))
    , m_heading(makeHeading(theme))
    , m_fix(new QLabel)
    , m_copyFix(makeButton(tr("Copy how to &install")))
    , m_copyAll(makeButton(tr("Copy &everything")))
    , m_again(makeButton(tr("C&heck again")))
{
    setWindowTitle(tr("Doctor"));
    setAccessibleName(windowTitle());
    buildLayout(theme);
    const auto copy = [](const QString &text) { QGuiApplication::clipboard()->setText(text); };
    connect(m_copyFix, &QPushButton::clicked, this,
            [this, copy] { copy(m_model->fixAt(m_table->currentIndex().row())); });
    connect(m_copyAll, &QPushButton::clicked, this, [this, copy] { copy(m_model->text()); });
    connect(m_again, &QPushButton::clicked, this, &DoctorDialog::examine);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &DoctorDialog::update);
    connect(m_model, &QAbstractItemModel::modelReset, this, &DoctorDialog::update);
    this->examine();
}

DoctorDialog::~DoctorDialog() = default;

void DoctorDialog::buildLayout(const Theme &theme)
{
    const int unit = theme.unit();
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Installed and missing parts of this machine"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setColumnCharacters({14, 26, 46, 26, 60});
    m_fix->setWordWrap(true);
    m_fix->setFont(theme.codeFont());
    m_fix->setTextFormat(Qt::PlainText);
    m_fix->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_fix->setAccessibleName(tr("How to install"));
    m_fix->setMinimumHeight(2 * m_fix->fontMetrics().lineSpacing());
    auto *close = makeButton(tr("&Close"));
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    auto *buttons = makeRow(unit);
    for (QPushButton *button : {m_copyFix, m_copyAll, m_again})
        buttons->addWidget(button);
    buttons->addStretch(1);
    buttons->addWidget(close);
    auto *column = makeColumn(unit, this, unit * 3 / 2);
    column->addWidget(m_heading);
    column->addWidget(makePanelAround(m_table), 1);
    column->addWidget(m_fix);
    column->addLayout(buttons);
    resize(unit * 140, unit * 74);
}

void DoctorDialog::examine()
{
    m_table->setStale(true);
    m_examining.start([examine = m_examine](const std::stop_token &) { return examine(); },
                      [this](std::vector<DoctorSection> sections) {
                          m_table->setStale(false);
                          m_model->setSections(std::move(sections));
                          const int columns = m_model->columnCount();
                          m_table->clearSpans();
                          for (int row = 0; row < m_model->rowCount(); ++row) {
                              if (m_model->isSection(row))
                                  m_table->setSpan(row, DoctorModel::StateColumn, 1, columns);
                          }
                          update();
                      });
    update();
}

void DoctorDialog::update()
{
    const QString fix = m_model->fixAt(m_table->currentIndex().row());
    m_fix->setText(fix);
    m_copyFix->setEnabled(!fix.isEmpty());
    m_copyAll->setEnabled(m_model->rowCount() > 0);
    m_again->setEnabled(!isExamining());
    m_heading->setText(isExamining() ? tr("Checking this machine…") : m_model->summary());
}

} // namespace loupe::ui
