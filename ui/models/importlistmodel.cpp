// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/importlistmodel.h"

#include "ui/text/words.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Returns the name of a source: that of a file, or of a folder, whose path may end in "/".
QString nameOfSource(const std::filesystem::path &source)
{
    return pathText(source.has_filename() ? source.filename() : source.parent_path().filename());
}

QString joinedNames(const std::vector<std::string> &names)
{
    QStringList out;
    for (const std::string &name : names)
        out.append(lineText(name));
    return out.join(u", "_s);
}

/// Returns the content, or null if the source was not read or is refused.
const RecognisedSource *contentOf(const ImportItem &item)
{
    return item.content && *item.content ? &**item.content : nullptr;
}

QString knownText(const ImportItem &item, int runs)
{
    if (item.known.stored == runs)
        return ImportListModel::tr("already in the store");
    if (item.known.repeated == runs)
        return ImportListModel::tr("the same as %1").arg(item.knownFrom);
    QStringList parts;
    if (item.known.stored > 0)
        parts.append(
            ImportListModel::tr("%1 of %2 already in the store")
                .arg(countText(item.known.stored),
                     counted(runs, ImportListModel::tr("%1 run"), ImportListModel::tr("%1 runs"))));
    if (item.known.repeated > 0)
        parts.append(
            ImportListModel::tr("%1 of %2 also in %3")
                .arg(countText(item.known.repeated),
                     counted(runs, ImportListModel::tr("%1 run"), ImportListModel::tr("%1 runs")),
                     item.knownFrom));
    return parts.isEmpty() ? ImportListModel::tr("new") : parts.join(u"; "_s);
}

QString standingText(const ImportItem &item)
{
    if (!item.progress.isEmpty())
        return item.progress;
    const Error *refusal = item.refusal  ? &*item.refusal
        : item.content && !*item.content ? &item.content->error()
                                         : nullptr;
    if (refusal != nullptr)
        return lineText(refusalText(*refusal, item.source));
    const RecognisedSource *content = contentOf(item);
    if (content == nullptr)
        return ImportListModel::tr("reading…");
    QString text = knownText(item, static_cast<int>(content->runs.size()));
    if (!content->refused.empty())
        text += ImportListModel::tr("; %1 left out")
                    .arg(counted(content->refused.size(), ImportListModel::tr("%1 file"),
                                 ImportListModel::tr("%1 files")));
    return text;
}

} // namespace

ImportListModel::ImportListModel(QObject *parent) : HeldRows(parent)
{
    using Item = ImportItem;
    const auto ofContent = [](auto write) -> Answer {
        return [write](const Item &item) {
            const RecognisedSource *content = contentOf(item);
            return content == nullptr ? QVariant() : QVariant(write(*content));
        };
    };
    using Content = RecognisedSource;
    const auto path = [](const Item &item) { return pathText(item.source); };
    setColumns({{tr("File or folder"),
                 CellKind::Code,
                 [](const Item &item) { return nameOfSource(item.source); },
                 {{Qt::ToolTipRole, path}}},
                {tr("Format"), CellKind::Text,
                 ofContent([](const Content &content) { return joinedNames(content.formats()); })},
                {tr("Methods"), CellKind::Text,
                 ofContent([](const Content &content) { return joinedNames(content.methods()); })},
                {tr("Runs"), CellKind::Number,
                 ofContent([](const Content &content) { return countText(content.runs.size()); })},
                {tr("Records"), CellKind::Number,
                 ofContent([](const Content &content) { return countText(content.records()); })},
                {tr("State"), CellKind::Text, standingText}});
}

void ImportListModel::add(const std::vector<std::filesystem::path> &sources)
{
    std::vector<ImportItem> items = rows();
    for (const std::filesystem::path &source : sources) {
        const auto found = std::ranges::find(items, source, &ImportItem::source);
        if (found == items.end())
            items.push_back({source});
        else if (found->refusal || !found->isImportable())
            *found = {source};
    }
    compare(std::move(items));
}

void ImportListModel::remove(const std::set<std::filesystem::path> &sources)
{
    std::vector<ImportItem> items = rows();
    std::erase_if(items, [&](const ImportItem &item) { return sources.contains(item.source); });
    compare(std::move(items));
}

template <typename Change>
void ImportListModel::change(const std::filesystem::path &source, Change change)
{
    std::vector<ImportItem> items = rows();
    const auto found = std::ranges::find(items, source, &ImportItem::source);
    if (found == items.end())
        return;
    change(*found);
    compare(std::move(items));
}

void ImportListModel::setContent(const std::filesystem::path &source,
                                 Result<RecognisedSource> content)
{
    change(source, [&](ImportItem &item) { item.content = std::move(content); });
}

void ImportListModel::setStored(std::set<std::string> uuids)
{
    m_stored = std::move(uuids);
    compare(rows());
}

void ImportListModel::setProgress(const std::filesystem::path &source, const QString &progress)
{
    change(source, [&](ImportItem &item) {
        item.progress = progress;
        if (!progress.isEmpty())
            item.refusal.reset();
    });
}

void ImportListModel::setRefusal(const std::filesystem::path &source, const Error &error)
{
    change(source, [&](ImportItem &item) { item.refusal = error; });
}

void ImportListModel::compare(std::vector<ImportItem> items)
{
    std::vector<const RecognisedSource *> contents;
    contents.reserve(items.size());
    for (const ImportItem &item : items)
        contents.push_back(contentOf(item));
    const std::vector<KnownRuns> known = knownRuns(contents, m_stored);
    for (std::size_t i = 0; i < items.size(); ++i) {
        items[i].known = known[i];
        items[i].knownFrom = nameOfSource(items[known[i].repeats].source);
    }
    updateRows(std::move(items));
}

std::optional<std::filesystem::path> ImportListModel::firstUnread() const
{
    const auto found = std::ranges::find_if(
        rows(), [](const ImportItem &item) { return !item.content.has_value(); });
    return found == rows().end() ? std::nullopt : std::optional(found->source);
}

std::vector<std::filesystem::path> ImportListModel::importable() const
{
    std::vector<std::filesystem::path> out;
    for (const ImportItem &item : rows()) {
        if (item.isImportable())
            out.push_back(item.source);
    }
    return out;
}

QString ImportListModel::detailOf(int row) const
{
    if (row < 0 || row >= rowCount())
        return {};
    const ImportItem &item = rowAt(row);
    const auto ofError = [](const Error &error) {
        return QString(errorText(error) + u'\n' + toQt(error.detail)).trimmed();
    };
    if (item.refusal)
        return ofError(*item.refusal);
    if (item.content && !*item.content)
        return ofError(item.content->error());
    QStringList lines{pathText(item.source)};
    if (const RecognisedSource *content = contentOf(item)) {
        for (const RecognisedRun &run : content->runs)
            lines.append(tr("%1: %2").arg(lineText(run.name),
                                          counted(run.records, tr("%1 record"), tr("%1 records"))));
        for (const JsonProblem &problem : content->refused)
            lines.append(
                tr("left out: %1: %2").arg(lineText(problem.where), lineText(problem.message)));
    }
    return lines.join(u'\n');
}

} // namespace loupe::ui
