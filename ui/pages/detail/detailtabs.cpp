// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail/detailtabs.h"

#include "core/analysis/failures/sanitizerreport.h"
#include "core/analysis/metrics/timesbycase.h"
#include "core/model/record/evaluation.h"
#include "core/report/documents/provenance.h"
#include "ui/models/cell.h"
#include "ui/models/roles.h"
#include "ui/pages/detail/conversationpanel.h"
#include "ui/pages/detail/generatedcodepanel.h"
#include "ui/pages/detail/mismatchpanel.h"
#include "ui/style/theme.h"
#include "ui/text/windowwords.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/source/codeview.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>
#include <QFileInfo>
#include <QHeaderView>
#include <QList>
#include <QMouseEvent>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QStackedWidget>
#include <QStandardItem>
#include <QTabBar>
#include <QTableView>
#include <QTextBlock>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

QString indexText(const std::vector<std::int64_t> &index)
{
    if (index.empty())
        return u"–"_s;
    QStringList parts;
    for (const std::int64_t each : index)
        parts.append(QString::number(each));
    return u'[' + parts.join(u", "_s) + u']';
}

QString countOfText(std::int64_t part, std::int64_t whole)
{
    return DetailTabs::tr("%1 of %2").arg(countText(part), countText(whole));
}

QString extentsText(const std::array<std::uint32_t, 3> &extents)
{
    return QString::number(extents[0]) + u" × "_s + QString::number(extents[1]) + u" × "_s
        + QString::number(extents[2]);
}

QStandardItem *verdictCell(Verdict verdict)
{
    auto *item = cell(label(verdict));
    item->setData(static_cast<int>(verdict), VerdictRole);
    item->setToolTip(toQt(facts(verdict).meaning));
    return item;
}

/// Returns the row of one output of a trial in the error table.
QList<QStandardItem *> trialRow(const Trial &trial, const OutputComparison &output)
{
    const auto number = [](const QString &text) { return cell(text, CellKind::Number); };
    const bool isWrong = output.mismatched > 0;
    const QString pattern = output.pattern.empty() ? toQt(trial.message) : toQt(output.pattern);
    return {cell(toQt(trial.caseName)),
            verdictCell(trial.verdict),
            cell(toQt(output.output), CellKind::Code),
            number(countOfText(output.mismatched, output.elements)),
            cell(pattern, CellKind::Dim),
            number(valueText(output.maxAbsoluteError)),
            number(valueText(output.maxRelativeError)),
            number(isWrong ? valueText(output.worstExpected) : u"–"_s),
            number(isWrong ? valueText(output.worstActual) : u"–"_s),
            cell(indexText(output.worstIndex), CellKind::Code),
            number(valueText(output.absoluteTolerance)),
            number(valueText(output.relativeTolerance))};
}

QList<QStandardItem *> kernelRow(const KernelActivity &activity)
{
    const auto number = [](const QString &text) { return cell(text, CellKind::Number); };
    const bool isKernel = activity.kind == "kernel";
    const auto ofKernel = [&](const QString &text) { return number(isKernel ? text : u"–"_s); };
    return {cell(toQt(activity.role)),
            cell(activity.name.empty() ? toQt(activity.kind) : toQt(activity.name), CellKind::Code),
            number(QString::number(activity.launchesPerCall, 'g', 4)),
            number(millisecondsText(activity.deviceMsPerCall)),
            number(shareText(activity.share)),
            ofKernel(extentsText(activity.grid)),
            ofKernel(extentsText(activity.block)),
            ofKernel(QString::number(activity.registers)),
            ofKernel(countText(activity.sharedBytes())),
            number(QString::number(activity.streams)),
            cell(toQt(activity.caseName))};
}

/// Number of columns about timed calls, before those of hardware counters.
constexpr int deviceColumns = 11;

/// Returns the last profile with hardware counters, or null.
const CounterProfile *lastCounted(const std::vector<CounterProfile> &profiles)
{
    const auto found = std::ranges::find_if(
        profiles.rbegin(), profiles.rend(),
        [](const CounterProfile &profile) { return !profile.kernels.empty(); });
    return found == profiles.rend() ? nullptr : &*found;
}

/// Returns the row of a launch that was counted.
QList<QStandardItem *> countersRow(const KernelCounters &launch)
{
    const auto number = [](const QString &text) { return cell(text, CellKind::Number); };
    const auto share = [&](const std::optional<double> &value) {
        return number(value ? shareText(*value) : u"–"_s);
    };
    const auto megabytes = [&](const std::optional<double> &bytes) {
        constexpr double mega = 1e6;
        return number(bytes ? QString::number(*bytes / mega, 'f', 3) : u"–"_s);
    };
    return {cell(DetailTabs::tr("counters, launch %1").arg(launch.launch), CellKind::Dim),
            cell(toQt(launch.name), CellKind::Code),
            number(u"–"_s),
            number(millisecondsText(launch.durationMs)),
            number(u"–"_s),
            number(extentsText(launch.grid)),
            number(extentsText(launch.block)),
            number(u"–"_s),
            number(u"–"_s),
            number(u"–"_s),
            cell(QString()),
            share(launch.achievedOccupancy),
            share(launch.smThroughput),
            share(launch.memoryThroughput),
            share(launch.tensorUse),
            megabytes(launch.dramReadBytes),
            megabytes(launch.dramWriteBytes)};
}

/// The first item has the line as PlaceRole. `files` are those of a candidate of several files.
QList<QStandardItem *> findingRow(const Finding &finding, const std::vector<SourceFile> &files)
{
    QString place = finding.line > 0 ? QString::number(finding.line) : u"–"_s;
    if (const SourceFile *file = fileAtLine(files, finding.line))
        place = toQt(file->path) + u':' + QString::number(finding.line - file->firstLine + 1);
    auto *weight = cell(severityText(finding.severity));
    weight->setData(finding.line, PlaceRole);
    return {weight, cell(place, CellKind::Number), cell(toQt(finding.message)),
            cell(toQt(finding.rule), CellKind::Code),
            cell(toQt(layerName(finding.layer)), CellKind::Dim)};
}

QString severityText(Severity severity)
{
    switch (severity) {
    case Severity::Note:
        return DetailTabs::tr("note");
    case Severity::Warning:
        return DetailTabs::tr("warning");
    case Severity::Error:
        break;
    }
    return DetailTabs::tr("error");
}

} // namespace

DetailTabs::DetailTabs(const Theme &theme, QWidget *parent)
    : QTabWidget(parent)
    , m_theme(theme)
    , m_timingNote(makeDim())
    , m_log(new QPlainTextEdit)
    , m_origin(new QPlainTextEdit)
    , m_record(new CodeView(theme))
    , m_conversation(new ConversationPanel(theme))
    , m_generatedCode(new GeneratedCodePanel(theme))
    , m_mismatches(new MismatchPanel(theme))
{
    setDocumentMode(true);
    tabBar()->setDrawBase(false);
    tabBar()->setProperty("look", u"dense"_s);
    // With little room, titles of one letter would say less than arrows. The tab that holds the
    // message is the current one, which is always in view.
    setUsesScrollButtons(true);
    setElideMode(Qt::ElideNone);
    setAccessibleName(tr("Diagnostics of the engine"));
    tabBar()->setAccessibleName(tr("Kinds of findings"));
    m_diagnostics
        = makeSheet(tr("Problems"), {tr("Kind"), tr("Place"), tr("Message"), tr("First cause")},
                    {12, 24, 100, 16});
    m_trials = makeSheet(tr("Trials"),
                         {tr("Case"), tr("Verdict"), tr("Output"), tr("Mismatched"),
                          tr("Where it is wrong"), tr("Max abs"), tr("Max rel"), tr("Expected"),
                          tr("Got"), tr("Worst at"), tr("atol"), tr("rtol")},
                         {17, 16, 10, 27, 34, 13, 13, 13, 13, 18, 13, 13});
    m_timing = makeSheet(tr("Timing"),
                         {tr("Side"), tr("Samples n"), tr("Calls in a sample"), tr("Median ms"),
                          tr("Timer overhead, ms"), tr("Case"), tr("Clock")},
                         {14, 11, 16, 12, 16, 20, 20});
    m_device = makeSheet(tr("Device activity"),
                         {tr("Side"), tr("Kernel or copy"), tr("Launches a call"), tr("ms a call"),
                          tr("Share"), tr("Grid"), tr("Block"), tr("Registers"),
                          tr("Shared memory"), tr("Streams"), tr("Case"), tr("Occupancy"), tr("SM"),
                          tr("Memory"), tr("Tensor"), tr("MB read"), tr("MB written")},
                         {11, 60, 15, 12, 9, 16, 14, 11, 15, 9, 20, 12, 9, 9, 9, 11, 12});
    m_findings = makeSheet(tr("Integrity findings"),
                           {tr("Weight"), tr("Line"), tr("Finding"), tr("Rule"), tr("Layer")},
                           {12, 8, 80, 24, 12});
    m_origin->setAccessibleName(tr("Sources of the figures"));
    for (QPlainTextEdit *text : {m_log, m_origin}) {
        text->setReadOnly(true);
        text->setFont(theme.codeFont());
        text->setProperty("look", u"flat"_s);
        text->setLineWrapMode(QPlainTextEdit::NoWrap);
        text->setTabChangesFocus(true);
    }
    m_log->setAccessibleName(tr("Log"));
    m_log->setToolTip(tr("Click a line with a source position to go there"));
    m_log->viewport()->installEventFilter(this);
    m_record->setAccessibleName(tr("Original record"));
    auto *timing = new QWidget;
    auto *timingColumn = makeColumn(0, timing);
    m_timingNote->setMargin(theme.unit());
    m_timingNote->setWordWrap(true);
    m_timingNote->setTextFormat(Qt::PlainText); // Evidence contains names from files.
    timingColumn->addWidget(m_timingNote);
    timingColumn->addWidget(m_timing.stack, 1);
    addTab(m_mismatches, tr("Mismatch")); // in the order of Tab
    addTab(makePanelAround(m_diagnostics.stack), tr("Problems"));
    addTab(makePanelAround(m_log), tr("Log"));
    addTab(makePanelAround(m_trials.stack), tr("Trials"));
    addTab(makePanelAround(timing), tr("Timing"));
    addTab(makePanelAround(m_device.stack), tr("Device"));
    addTab(makePanelAround(m_generatedCode), tr("Code"));
    addTab(makePanelAround(m_findings.stack), tr("Integrity"));
    addTab(makePanelAround(m_record), tr("Record"));
    addTab(makePanelAround(m_conversation), tr("Conversation"));
    addTab(makePanelAround(m_origin), tr("Origin"));
    const auto toLine = [this](const QModelIndex &index) {
        const int line = m_findings.model->item(index.row(), 0)->data(PlaceRole).toInt();
        if (line > 0)
            emit placeRequested(line, 0);
    };
    connect(m_findings.table, &QTableView::clicked, this, toLine);
    connect(m_findings.table, &ResultTable::openRequested, this, toLine);
    connect(m_generatedCode, &GeneratedCodePanel::sourceLineChosen, this,
            [this](int line) { emit placeRequested(line, 0); });
    connect(m_diagnostics.table, &QTableView::clicked, this,
            [this](const QModelIndex &index) { goTo(index.row()); });
    connect(m_diagnostics.table, &ResultTable::openRequested, this,
            [this](const QModelIndex &index) { goTo(index.row()); });
}

DetailTabs::Sheet DetailTabs::makeSheet(const QString &name, const QStringList &headers,
                                        const std::vector<int> &characters)
{
    Sheet sheet;
    sheet.model = new QStandardItemModel(0, static_cast<int>(headers.size()), this);
    sheet.model->setHorizontalHeaderLabels(headers);
    sheet.table = new ResultTable(m_theme);
    sheet.table->setModel(sheet.model);
    sheet.table->setAccessibleName(name);
    sheet.table->setSelectionMode(QAbstractItemView::SingleSelection);
    sheet.table->setColumnCharacters(characters);
    sheet.table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    sheet.empty = makeDim();
    sheet.empty->setAlignment(Qt::AlignCenter);
    sheet.empty->setWordWrap(true);
    sheet.stack = new QStackedWidget;
    sheet.stack->addWidget(sheet.table);
    sheet.stack->addWidget(sheet.empty);
    return sheet;
}

void DetailTabs::settle(Tab tab, const Sheet &sheet, const QString &whenEmpty)
{
    // Headers are aligned like their cells: right for numbers.
    for (int column = 0; column < sheet.model->columnCount(); ++column) {
        const QStandardItem *first = sheet.model->item(0, column);
        const bool isNumber
            = first && first->data(KindRole).toInt() == static_cast<int>(CellKind::Number);
        sheet.model->setHeaderData(
            column, Qt::Horizontal,
            static_cast<int>((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter),
            Qt::TextAlignmentRole);
    }
    const bool hasRows = sheet.model->rowCount() > 0;
    sheet.empty->setText(whenEmpty);
    sheet.stack->setCurrentIndex(hasRows ? 0 : 1);
    setContent(tab, hasRows, hasRows ? QString() : whenEmpty);
}

void DetailTabs::setContent(Tab tab, bool hasContent, const QString &about)
{
    setTabEnabled(tab, hasContent);
    setTabToolTip(tab, about);
}

void DetailTabs::show(const EvaluationDetail &detail, std::vector<DialogueRound> conversation)
{
    const Evaluation &evaluation = detail.evaluation;
    m_files = splitFiles(evaluation.candidate.source).value_or(std::vector<SourceFile>());
    showDiagnostics(detail);
    showLog(evaluation);
    showTrials(evaluation);
    showTiming(evaluation);
    showDevice(detail);
    showGeneratedCode(detail);
    showFindings(evaluation);
    showRecord(evaluation);
    const bool hasConversation = !conversation.empty();
    m_conversation->show(std::move(conversation), evaluation.candidate.round);
    setContent(ConversationTab, hasConversation,
               hasConversation ? tr("Prompts and answers by round")
                               : tr("No conversation with a model was recorded."));
    m_origin->setPlainText(detail.row.id ? toQt(provenanceText(detail)) : QString());
    setContent(OriginTab, bool(detail.row.id),
               tr("The run, the commands, the seeds and every timed sample"));
    showMismatches(evaluation);
    setCurrentIndex(explaining(outcomeOf(evaluation.verdict)));
}

/// Returns the tab that holds the message of this outcome.
DetailTabs::Tab DetailTabs::explaining(Outcome outcome) const
{
    std::vector<Tab> wanted{DiagnosticsTab, LogTab, RecordTab, OriginTab};
    if (outcome == Outcome::Wrong)
        wanted.insert(wanted.begin(), {MismatchTab, TrialsTab});
    else if (outcome == Outcome::Correct)
        wanted.insert(wanted.begin(), TimingTab);
    const auto found = std::ranges::find_if(wanted, [this](Tab tab) { return isTabEnabled(tab); });
    return found == wanted.end() ? DiagnosticsTab : *found;
}

void DetailTabs::showMismatches(const Evaluation &evaluation)
{
    m_mismatches->show(evaluation);
    setContent(MismatchTab, m_mismatches->hasMismatch(),
               m_mismatches->hasMismatch() ? QString() : m_mismatches->emptyText());
}

void DetailTabs::showDiagnostics(const EvaluationDetail &detail)
{
    m_diagnostics.model->removeRows(0, m_diagnostics.model->rowCount());
    m_problems = detail.evaluation.diagnostics;
    for (Diagnostic &each : sanitizerFindings(detail.counters, detail.evaluation.candidate))
        m_problems.push_back(std::move(each));
    for (const Diagnostic &each : m_problems) {
        QString place = toQt(each.file);
        if (each.line > 0)
            place += u':' + QString::number(each.line);
        if (each.column > 0)
            place += u':' + QString::number(each.column);
        auto *kind = cell(severityText(each.severity));
        kind->setData(each.line, PlaceRole);
        kind->setData(each.column, PlaceRole + 1);
        m_diagnostics.model->appendRow(
            {kind, cell(place, CellKind::Code), cell(toQt(each.message).simplified()),
             cell(each.isFirstCause ? tr("read this first") : QString(), CellKind::Dim)});
    }
    for (const auto &[tool, profile] : lastReports(detail.counters)) {
        if (sanitizerFindings(profile->original, detail.evaluation.candidate).empty())
            m_diagnostics.model->appendRow(
                {cell(severityText(Severity::Note), CellKind::Dim), cell(QString()),
                 cell(tr("%1: %2 · %3")
                          .arg(toQt(tool), profileNoteText(toQt(profile->note)),
                               timeText(profile->takenAt)),
                      CellKind::Dim),
                 cell(QString())});
    }
    settle(DiagnosticsTab, m_diagnostics, tr("No compiler or run-time message was recorded."));
    const auto count = static_cast<std::int64_t>(m_problems.size());
    setTabText(DiagnosticsTab,
               count > 0 ? tr("Problems (%1)").arg(countText(count)) : tr("Problems"));
}

void DetailTabs::showLog(const Evaluation &evaluation)
{
    QString text;
    m_fileName = toQt(evaluation.candidate.fileName);
    const std::string &feedback = evaluation.candidate.feedback;
    if (!feedback.empty())
        text += tr("── feedback before this round ──") + u'\n' + toQt(feedback) + u'\n';
    if (!evaluation.buildLog.empty())
        text += tr("── build ──") + u'\n' + toQt(evaluation.buildLog) + u'\n';
    if (!evaluation.runLog.empty())
        text += tr("── output of the candidate ──") + u'\n' + toQt(evaluation.runLog);
    m_log->setPlainText(text);
    setContent(LogTab, !text.isEmpty(),
               text.isEmpty() ? tr("No output of the build or the candidate was recorded.")
                              : QString());
}

bool DetailTabs::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_log->viewport() && event->type() == QEvent::MouseButtonRelease) {
        const QTextCursor at
            = m_log->cursorForPosition(static_cast<QMouseEvent *>(event)->position().toPoint());
        const QString line = at.block().text();
        const auto place
            = m_files.empty() ? placeInLog(line, m_fileName) : placeInLog(line, m_files);
        if (place && !m_log->textCursor().hasSelection()) // The user is not selecting text.
            emit placeRequested(place->line, place->column);
    }
    return QTabWidget::eventFilter(watched, event);
}

void DetailTabs::showTrials(const Evaluation &evaluation)
{
    m_trials.model->removeRows(0, m_trials.model->rowCount());
    for (const Trial &trial : evaluation.trials) {
        if (trial.outputs.empty()) {
            QList<QStandardItem *> row{cell(toQt(trial.caseName)), verdictCell(trial.verdict)};
            row.append({cell(u"–"_s), cell(u"–"_s, CellKind::Number),
                        cell(toQt(trial.message), CellKind::Dim)});
            m_trials.model->appendRow(row);
        }
        for (const OutputComparison &output : trial.outputs)
            m_trials.model->appendRow(trialRow(trial, output));
    }
    settle(TrialsTab, m_trials,
           tr("No check was run: the candidate failed earlier, or the imported record has none."));
    const auto trials = static_cast<std::int64_t>(evaluation.trials.size());
    setTabText(TrialsTab, trials > 0 ? tr("Trials (%1)").arg(countText(trials)) : tr("Trials"));
}

void DetailTabs::showTiming(const Evaluation &evaluation)
{
    m_timing.model->removeRows(0, m_timing.model->rowCount());
    // The times of an evaluation with several cases are means over them.
    const bool hasCases = timesByCase(evaluation.timings).size() > 1;
    for (const TimingSeries &series : evaluation.timings) {
        const bool isCandidate = series.role == "candidate";
        const auto ofEvaluation = isCandidate ? evaluation.candidateMs : evaluation.baselineMs;
        const auto calls
            = series.callsPerSample.empty() ? u"–"_s : countText(series.callsPerSample.front());
        m_timing.model->appendRow(
            {cell(toQt(series.role)), cell(countText(series.samplesMs.size()), CellKind::Number),
             cell(calls, CellKind::Number),
             cell(millisecondsText(hasCases ? timeOfCall(series) : ofEvaluation), CellKind::Number),
             cell(millisecondsText(series.overheadMs), CellKind::Number),
             cell(toQt(series.caseName)), cell(toQt(series.clock), CellKind::Dim)});
    }
    QString note;
    if (evaluation.speedup)
        note
            = tr("%1 against %2 · 95 % interval %3 · candidate %4 ms, baseline %5 ms (medians)")
                  .arg(speedupText(evaluation.speedup),
                       evaluation.baseline.empty() ? tr("the baseline") : toQt(evaluation.baseline),
                       intervalText(evaluation.speedupLow, evaluation.speedupHigh),
                       millisecondsText(evaluation.candidateMs),
                       millisecondsText(evaluation.baselineMs));
    if (evaluation.work && !evaluation.work->evidence.empty())
        note += tr("\nAbove the device's limit: %1").arg(toQt(evaluation.work->evidence));
    m_timingNote->setText(note);
    m_timingNote->setVisible(!note.isEmpty());
    settle(TimingTab, m_timing,
           evaluation.speedup ? tr("No raw samples were recorded.")
                              : tr("Not timed: only correct candidates are timed."));
}

void DetailTabs::showDevice(const EvaluationDetail &detail)
{
    m_device.model->removeRows(0, m_device.model->rowCount());
    for (const KernelActivity &each : detail.evaluation.kernels)
        m_device.model->appendRow(kernelRow(each));
    const CounterProfile *profile = lastCounted(detail.counters);
    if (profile != nullptr) {
        for (const KernelCounters &each : profile->kernels)
            m_device.model->appendRow(countersRow(each));
    }
    for (int column = deviceColumns; column < m_device.model->columnCount(); ++column)
        m_device.table->setColumnHidden(column, profile == nullptr);
    settle(DeviceTab, m_device,
           tr("Not recorded. Device timings need an NVIDIA GPU and the clock \"cupti\"."));
}

void DetailTabs::showGeneratedCode(const EvaluationDetail &detail)
{
    m_generatedCode->show(detail);
    setContent(CodeTab, m_generatedCode->hasContent(),
               m_generatedCode->hasContent() ? tr("What compilers generated, by kernel")
                                             : m_generatedCode->emptyText());
}

void DetailTabs::showFindings(const Evaluation &evaluation)
{
    m_findings.model->removeRows(0, m_findings.model->rowCount());
    for (const Finding &each : evaluation.findings)
        m_findings.model->appendRow(findingRow(each, m_files));
    settle(FindingsTab, m_findings, tr("No rule found anything."));
    const auto count = static_cast<std::int64_t>(evaluation.findings.size());
    setTabText(FindingsTab,
               count > 0 ? tr("Integrity (%1)").arg(countText(count)) : tr("Integrity"));
}

void DetailTabs::showRecord(const Evaluation &evaluation)
{
    setContent(RecordTab, !evaluation.originalRecord.empty(),
               evaluation.originalRecord.empty()
                   ? tr("Only imported evaluations have an original record.")
                   : tr("The record this evaluation was imported from."));
    m_record->setSource(indentedJson(toQt(evaluation.originalRecord)), u"json"_s);
}

void DetailTabs::goTo(int row)
{
    if (row < 0 || row >= m_diagnostics.model->rowCount())
        return;
    const QStandardItem *kind = m_diagnostics.model->item(row, 0);
    emit placeRequested(kind->data(PlaceRole).toInt(), kind->data(PlaceRole + 1).toInt());
}

void DetailTabs::showProfile(bool isSanitized)
{
    const auto tabs
        = isSanitized ? std::vector<Tab>{DiagnosticsTab} : std::vector<Tab>{DeviceTab, CodeTab};
    const auto found = std::ranges::find_if(tabs, [this](Tab tab) { return isTabEnabled(tab); });
    if (found != tabs.end())
        setCurrentIndex(*found);
}

void DetailTabs::walkProblems(int step)
{
    const auto count = static_cast<int>(m_problems.size());
    if (count == 0)
        return;
    setCurrentIndex(DiagnosticsTab);
    const int present = m_diagnostics.table->currentIndex().row();
    const int next = present < 0 ? 0 : (present + step + count) % count;
    m_diagnostics.table->selectRow(next);
    goTo(next);
}

std::optional<LogPlace> placeInLog(const QString &logLine, const QString &fileName)
{
    static const QRegularExpression place(
        u"([\\w.+-]+\\.\\w+)(?:\", line |:|\\()(\\d+)(?:[:,](\\d+))?"_s);
    auto matches = place.globalMatch(logLine);
    while (matches.hasNext()) {
        const auto match = matches.next();
        const QString file = match.captured(1);
        const bool isCandidate = file.startsWith("candidate."_L1)
            || (!fileName.isEmpty() && file == QFileInfo(fileName).fileName());
        if (isCandidate)
            return LogPlace{match.captured(2).toInt(), match.captured(3).toInt()};
    }
    return std::nullopt;
}

std::optional<LogPlace> placeInLog(const QString &logLine, const std::vector<SourceFile> &files)
{
    static const QRegularExpression place(
        u"([\\w.+/-]+\\.\\w+)(?:\", line |:|\\()(\\d+)(?:[:,](\\d+))?"_s);
    auto matches = place.globalMatch(logLine);
    while (matches.hasNext()) {
        const auto match = matches.next();
        const QString path = u'/' + match.captured(1);
        for (const SourceFile &file : files) {
            if (path.endsWith(u'/' + QString::fromStdString(file.path)))
                return LogPlace{match.captured(2).toInt() + file.firstLine - 1,
                                match.captured(3).toInt()};
        }
    }
    return std::nullopt;
}

QString indentedJson(const QString &json)
{
    QString out;
    int depth = 0;
    bool isInString = false;
    bool isEscaped = false;
    const auto newLine = [&] { out += u'\n' + QString(qsizetype{2} * depth, u' '); };
    for (const QChar c : json) {
        if (isInString) {
            out += c;
            if (!isEscaped && c == u'"')
                isInString = false;
            isEscaped = !isEscaped && c == u'\\';
        } else if (c == u'"') {
            isInString = true;
            out += c;
        } else if (c == u'{' || c == u'[') {
            out += c;
            ++depth;
            newLine();
        } else if (c == u'}' || c == u']') {
            depth = std::max(0, depth - 1);
            newLine();
            out += c;
        } else if (c == u',') {
            out += c;
            newLine();
        } else if (!c.isSpace()) {
            out += c;
            if (c == u':')
                out += u' ';
        }
    }
    return out;
}

} // namespace loupe::ui
