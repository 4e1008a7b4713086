// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/modelfields.h"

#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/input/filechooser.h"
#include "ui/widgets/input/formlabel.h"
#include "ui/widgets/input/pathrow.h"
#include "ui/widgets/layout/parts.h"

#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>

#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int maxLanes = 256;
constexpr int maxOutputTokens = 100'000'000;

} // namespace

ModelFields::ModelFields(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_file(new QLineEdit)
    , m_name(new QLineEdit)
    , m_url(new QLineEdit)
    , m_kind(new ChoiceBox(theme))
    , m_model(new QLineEdit)
    , m_key(new QLineEdit)
    , m_lanes(new QSpinBox)
    , m_longest(new QSpinBox)
{
    m_file->setPlaceholderText(tr("a profile (*.json), or fill in the fields below"));
    m_name->setPlaceholderText(tr("method name in the store"));
    m_url->setPlaceholderText(u"http://127.0.0.1:8080/v1"_s);
    m_model->setPlaceholderText(tr("model name at the endpoint"));
    m_key->setPlaceholderText(tr("none, or env:NAME, file:PATH, keyring:LABEL"));
    m_key->setToolTip(
        tr("Where the key is, not the key itself. Only kloupe-ask reads it; it is not stored."));
    constexpr std::array kinds{EndpointKind::Gateway, EndpointKind::OpenAi,
                               EndpointKind::Azure,   EndpointKind::Vllm,
                               EndpointKind::SgLang,  EndpointKind::LlamaCpp,
                               EndpointKind::Ollama,  EndpointKind::OpenRouter};
    for (const EndpointKind kind : kinds)
        m_kind->addItem(toQt(std::string_view(loupe::name(kind))), static_cast<int>(kind));
    m_lanes->setRange(1, maxLanes);
    m_longest->setRange(1, maxOutputTokens);
    m_longest->setSuffix(tr(" tokens"));
    for (QSpinBox *box : {m_lanes, m_longest})
        box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    auto *form = makeForm(theme, this);
    const auto addRow = rowAdder(theme, form);
    addRow(tr("Pr&ofile"), m_file,
           makePathRow(theme, m_file, tr("profile"), [this](const QString &now) {
               QString chosen
                   = chooseFile(this, tr("Choose a profile"), now, tr("Profiles (*.json)"));
               if (!chosen.isEmpty())
                   emit fileChosen(chosen);
               return chosen;
           }));
    addRow(tr("&Name"), m_name, m_name);
    addRow(tr("&Endpoint"), m_url, m_url);
    addRow(tr("&Kind"), m_kind, m_kind);
    addRow(tr("&Model"), m_model, m_model);
    addRow(tr("Ke&y"), m_key, m_key);
    addRow(tr("Para&llel requests"), m_lanes, m_lanes);
    addRow(tr("Max &answer"), m_longest, m_longest);
    auto *note = makeDim(tr("Prices, rates, prompts, temperature and limits for each task are set "
                            "in the profile file and are not changed here."));
    note->setWordWrap(true);
    form->addRow(note);
    for (QLineEdit *line : {m_name, m_url, m_model, m_key})
        connect(line, &QLineEdit::textChanged, this, &ModelFields::changed);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &ModelFields::changed);
    for (QSpinBox *box : {m_lanes, m_longest})
        connect(box, &QSpinBox::valueChanged, this, &ModelFields::changed);
    connect(m_file, &QLineEdit::editingFinished, this, [this] { emit fileChosen(file()); });
    setChoices({});
}

void ModelFields::setChoices(const ProfileChoices &choices)
{
    const QSignalBlocker quiet(this);
    m_name->setText(exactQt(choices.name));
    m_url->setText(exactQt(choices.url));
    m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(choices.endpoint)));
    m_model->setText(exactQt(choices.model));
    m_key->setText(exactQt(choices.key));
    m_lanes->setValue(choices.lanes);
    m_longest->setValue(static_cast<int>(choices.maxOutput));
}

void ModelFields::fill(ProfileChoices &choices) const
{
    choices.name = toCore(m_name->text().trimmed());
    choices.url = toCore(m_url->text().trimmed());
    choices.endpoint = static_cast<EndpointKind>(m_kind->currentData().toInt());
    choices.model = toCore(m_model->text().trimmed());
    choices.key = toCore(m_key->text().trimmed());
    choices.lanes = m_lanes->value();
    choices.maxOutput = m_longest->value();
}

QString ModelFields::missing() const
{
    if (m_url->text().trimmed().isEmpty())
        return tr("Choose a profile or enter an endpoint.");
    if (m_model->text().trimmed().isEmpty())
        return tr("Enter the model name that the endpoint uses.");
    if (m_name->text().trimmed().isEmpty())
        return tr("Enter a profile name. Results are stored under it as a method.");
    return {};
}

} // namespace loupe::ui
