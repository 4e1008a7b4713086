// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/formats/recognisedrecords.h"
#include "ui/models/heldrows.h"

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace loupe::ui {

/// File, folder or archive to import.
struct ImportItem {
    std::filesystem::path source;
    /// Missing until the source was read.
    std::optional<Result<RecognisedSource>> content = {};
    KnownRuns known = {};
    QString knownFrom = {};            ///< name of the earlier item that has the repeated runs
    QString progress = {};             ///< of the running import; empty: not part of one
    std::optional<Error> refusal = {}; ///< why the last import did not store it

    /// Returns true unless the item was read and cannot be imported.
    bool isImportable() const { return !content || *content; }
};

/// List of what to import: format, methods, counts, and whether each item is new, known or refused.
class ImportListModel final : public HeldRows<ImportItem>
{
    Q_OBJECT
public:
    enum Column {
        SourceColumn,
        FormatColumn,
        MethodsColumn,
        RunsColumn,
        RecordsColumn,
        StateColumn,
        ColumnCount
    };

    explicit ImportListModel(QObject *parent = nullptr);

    /// Adds the sources that are not in the list yet. A refused one is read again.
    void add(const std::vector<std::filesystem::path> &sources);
    void remove(const std::set<std::filesystem::path> &sources);
    /// Sets the content of a source; does nothing if it left the list.
    void setContent(const std::filesystem::path &source, Result<RecognisedSource> content);
    /// Sets the uuids of the runs of the target store.
    void setStored(std::set<std::string> uuids);
    /// Sets the progress of an import, which forgets an earlier refusal; empty at its end.
    void setProgress(const std::filesystem::path &source, const QString &progress);
    void setRefusal(const std::filesystem::path &source, const Error &error);

    /// Returns the first source that was not read yet.
    std::optional<std::filesystem::path> firstUnread() const;
    std::vector<std::filesystem::path> importable() const;
    /// Returns everything about an item for a text below the list: its path, its runs with their
    /// records, what is left out, or the whole error with what helps.
    QString detailOf(int row) const;

private:
    /// Changes the item of this source, if it is in the list, and compares all runs again.
    template <typename Change>
    void change(const std::filesystem::path &source, Change change);
    void compare(std::vector<ImportItem> items);

    std::set<std::string> m_stored;
};

} // namespace loupe::ui
