// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/saved/storedfigure.h"
#include "core/report/figures/paperfigure.h"
#include "ui/shell/session/job.h"

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace loupe::ui {

/// State of a figure's file relative to what an export would write now.
enum class FileState {
    Fresh, ///< the same bytes
    OutOfDate,
    Missing,
};

/// Returns "FOLDER/NAME.FORMAT", as kloupe figure --all does.
std::filesystem::path figurePath(const std::filesystem::path &folder, const StoredFigure &figure,
                                 const std::string &format);

/// Compares a file with an export in the format of its extension. Blocks. Fails if the figure
/// cannot be drawn, or the file cannot be read.
Result<FileState> stateOfFile(const PaperFigure &figure, const std::filesystem::path &file);

/// Writes the file unless it is fresh. Blocks. Returns the state that it had before.
Result<FileState> updateFile(const PaperFigure &figure, const std::filesystem::path &file);

/// Writes figures in several formats to a folder on a separate thread, and records the exports in
/// the store. Fresh files are not written again. A figure that fails does not stop the others.
class FigureExportJob final : public Job
{
    Q_OBJECT
public:
    struct Item {
        StoredFigure stored;
        PaperFigure now;
    };
    struct Plan {
        std::filesystem::path store;
        std::filesystem::path folder;
        std::vector<std::string> formats;
        std::vector<Item> items;
        std::function<Status(const std::filesystem::path &store, const StoredFigure &)> record;
    };
    struct Outcome {
        int written = 0;
        int fresh = 0;
        bool isCancelled = false;
        std::vector<Error> problems;
    };

    explicit FigureExportJob(Plan plan, QObject *parent = nullptr);
    ~FigureExportJob() override;

    void start();
    const std::filesystem::path &folder() const { return m_plan.folder; }
    /// Set once it has finished.
    const std::optional<Outcome> &outcome() const { return m_outcome; }

    QString title() const override;
    QString progressText() const override;
    int done() const override { return m_done; }
    int total() const override
    {
        return static_cast<int>(m_plan.items.size() * m_plan.formats.size());
    }
    bool isRunning() const override { return m_isRunning; }
    void cancel() override { m_thread.request_stop(); }

private:
    Outcome write(const std::stop_token &stop);
    /// Returns false if the figure failed or the job was stopped before its last file.
    bool writeItem(const Item &item, const std::stop_token &stop, Outcome &outcome);
    void finish(Outcome outcome);

    Plan m_plan;
    std::optional<Outcome> m_outcome;
    std::atomic<int> m_done = 0; ///< files
    bool m_isRunning = false;
    std::jthread m_thread; // last: joined before the members that it uses are destroyed
};

} // namespace loupe::ui
