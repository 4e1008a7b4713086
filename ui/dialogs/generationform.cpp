// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/generationform.h"

#include "ui/dialogs/modelfields.h"
#include "ui/dialogs/roundfields.h"
#include "ui/dialogs/steps.h"
#include "ui/dialogs/taskfields.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/filechooser.h"
#include "ui/widgets/input/pathrow.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QTabWidget>

#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

GenerationForm::GenerationForm(const Theme &theme, const RunChoices &choices, QWidget *parent)
    : QWidget(parent)
    , m_steps(new QTabWidget)
    , m_tasks(new TaskFields(theme, choices))
    , m_replay(new QLineEdit)
    , m_model(new ModelFields(theme))
    , m_rounds(new RoundFields(theme))
{
    m_tasks->setNameHint(tr("suite and profile"));
    m_replay->setPlaceholderText(tr("recorded answers (optional)"));
    m_replay->setToolTip(tr("A file with the recorded answers of an earlier run. They are used in "
                            "place of the endpoint, without network or key."));
    m_tasks->addRow(
        tr("R&eplay"), m_replay,
        makePathRow(theme, m_replay, tr("recorded answers"), [this](const QString &now) {
            return chooseFile(this, tr("Choose recorded answers"), now,
                              tr("Recorded answers (*.jsonl)"));
        }));
    makeSteps(theme, *m_steps,
              {{tr("1 Tasks"), m_tasks},
               {tr("2 Model"), m_model},
               {tr("3 Rounds and budget"), m_rounds}});
    makeColumn(0, this)->addWidget(m_steps);
    connect(m_replay, &QLineEdit::textChanged, this, &GenerationForm::changed);
    connect(m_tasks, &TaskFields::changed, this, &GenerationForm::changed);
    connect(m_model, &ModelFields::changed, this, &GenerationForm::changed);
    connect(m_rounds, &RoundFields::changed, this, &GenerationForm::changed);
    connect(m_model, &ModelFields::fileChosen, this, &GenerationForm::loadProfile);
}

void GenerationForm::setRequest(const GenerationRequest &request)
{
    {
        const QSignalBlocker quiet(this);
        m_loading.cancel();
        m_base = request;
        m_tasks->setRequest(request.run);
        m_replay->setText(exactPath(request.replay));
        m_model->setFile(exactQt(request.profile.source));
        if (request.profile.text.empty()) {
            m_problem.clear();
            m_model->setChoices({});
            m_rounds->setChoices({});
        } else {
            take(request.profile);
        }
    }
    emit changed();
}

void GenerationForm::loadProfile(const QString &file)
{
    if (file.isEmpty()) { // The profile's values stay in the fields.
        m_base.profile = {};
        m_problem.clear();
        emit changed();
        return;
    }
    m_loading.start([path = toPath(file)](const std::stop_token &) { return readProfile(path); },
                    [this](const Result<Profile> &profile) {
                        take(profile);
                        emit changed();
                    });
    emit changed();
}

void GenerationForm::useRecorded(const RecordedAnswers &recorded)
{
    {
        const QSignalBlocker quiet(this);
        m_tasks->setFilter(exactQt(recorded.tasks));
        m_replay->setText(exactPath(recorded.answers));
        m_model->setFile(exactPath(recorded.profile));
    }
    loadProfile(exactPath(recorded.profile));
}

void GenerationForm::take(const Result<Profile> &profile)
{
    const Result<ProfileChoices> choices
        = profile ? choicesOf(*profile) : Result<ProfileChoices>(profile.error());
    if (!choices) {
        m_problem = detailedErrorText(choices.error());
        return;
    }
    m_problem.clear();
    m_base.profile = *profile;
    m_base.samples.reset();
    m_base.rounds.reset();
    m_model->setChoices(*choices);
    m_rounds->setChoices(*choices);
}

Result<GenerationRequest> GenerationForm::request() const
{
    GenerationRequest request = m_base;
    m_tasks->fill(request.run);
    request.replay = toPath(m_replay->text().trimmed());
    if (!request.replay.empty())
        request.record.clear();
    ProfileChoices wanted;
    if (!m_base.profile.text.empty()) {
        if (const auto now = choicesOf(m_base.profile))
            wanted = *now;
    }
    m_model->fill(wanted);
    m_rounds->fill(wanted);
    auto profile = profileWith(m_base.profile, wanted);
    if (!profile)
        return profile.error();
    request.profile = std::move(*profile);
    return request;
}

QString GenerationForm::missing() const
{
    if (isLoading())
        return tr("Reading the profile…");
    if (!m_problem.isEmpty())
        return u"▲ "_s + m_problem;
    if (QString missing = m_tasks->missing(); !missing.isEmpty())
        return missing;
    if (QString missing = m_model->missing(); !missing.isEmpty())
        return missing;
    return m_rounds->problem();
}

} // namespace loupe::ui
