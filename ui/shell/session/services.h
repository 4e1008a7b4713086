// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/run/profiling.h"
#include "core/integrity/auditpreview.h"
#include "core/model/device/ceilings.h"
#include "core/model/saved/annotation.h"
#include "core/model/saved/runmark.h"
#include "core/model/saved/savedview.h"
#include "core/model/saved/storedfigure.h"
#include "core/model/verdict/finding.h"
#include "core/store/file/readonlyquery.h"
#include "core/store/file/storefile.h"
#include "ui/async/readerpool.h"
#include "ui/shell/session/generationservices.h"
#include "ui/shell/session/runlauncher.h"
#include "ui/shell/session/writequeue.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe::ui {

/// Runs one SELECT. Blocks; returns Cancelled soon after `stop` is requested.
using SqlRunner
    = std::function<Result<SqlAnswer>(const std::filesystem::path &store, const std::string &sql,
                                      const SqlLimits &limits, const std::stop_token &stop)>;
/// Returns the tables and views of a store. Blocks.
using SchemaReader
    = std::function<Result<std::vector<SchemaTable>>(const std::filesystem::path &store)>;
/// Store annotations of evaluations, reviews of findings, and marks of runs.
using Annotator = EventQueue<Annotation>::Writer;
using Reviewer = EventQueue<Review>::Writer;
using RunMarker = EventQueue<RunMark>::Writer;
/// Result of an audit, with the findings that it can save.
struct AuditSummary {
    std::size_t findings = 0;
    std::size_t unreadSources = 0;
    std::string whyUnread; ///< error of the first one
    AuditPreview preview;  ///< results that saving would flag
    /// Saves the findings in the store. Blocks. Empty if there is nothing to save.
    std::function<Status()> keep;
};
/// Checks stored records against each other and against imported sources. Blocks. Changes nothing
/// until AuditSummary::keep() is called.
using RecordAuditor = std::function<Result<AuditSummary>(const std::filesystem::path &store,
                                                         const std::stop_token &stop)>;

/// Measures the peak rates of "cpu" or "cuda:0" and stores them for later runs. Blocks.
using CeilingMeasurer
    = std::function<Result<DeviceCeilings>(const std::string &device, const std::stop_token &stop)>;

/// Told why a finished profile waits to be stored.
using ProfileWaiting = std::function<void(const Error &)>;
/// Runs a stored evaluation's candidate again under hardware counters or compute-sanitizer, and
/// stores the result, as soon as the store can be written. Blocks.
using KernelProfiler = std::function<Result<CounterProfile>(
    const ProfilingRequest &request, const ProfileWaiting &waiting, const std::stop_token &stop)>;

/// Functions that the windows need from the rest of the program. app/kernelloupe supplies the real
/// ones, tests use fakes.
struct Services {
    StoreOpener openStore;
    /// Called with the identity of the opened file. All later writes go to exactly that file or
    /// fail. May be empty.
    std::function<void(const std::filesystem::path &store, const StoreIdentity &)> followStore;
    /// Returns true for a store that this process cannot write. May be empty.
    std::function<bool(const std::filesystem::path &store)> isReadOnly;
    /// Starts a second window of the program, with this store or, if empty, with the last one. May
    /// be empty.
    std::function<Status(const std::filesystem::path &store)> openWindow;
    RunLauncher launch;
    RerunPreparer prepareRerun;
    UnfinishedFinder findUnfinished;
    GenerationServices generation;
    AgentServices agents;
    MachineExaminer examineMachine;
    Importer importRecords;
    RecordRecogniser recogniseRecords;
    /// Adds the references of a suite's checkout to the store's tasks that have none. Returns what
    /// was added, one sentence each. Blocks.
    std::function<Result<std::vector<std::string>>(const std::filesystem::path &store,
                                                   const std::filesystem::path &checkout)>
        attachReferences;
    Annotator annotate;
    /// Save and remove a named filter of a store. Block. Busy while another program writes the
    /// store.
    std::function<Status(const std::filesystem::path &store, const SavedView &)> saveView;
    std::function<Status(const std::filesystem::path &store, const std::string &name)> removeView;
    /// Save and remove a figure of a store, and record its export. Block. Busy as above.
    std::function<Status(const std::filesystem::path &store, const StoredFigure &)> saveFigure;
    std::function<Status(const std::filesystem::path &store, const StoredFigure &)> recordExport;
    std::function<Status(const std::filesystem::path &store, const std::string &name)> removeFigure;
    Reviewer review;
    RunMarker markRuns;
    RecordAuditor auditRecords;
    SqlRunner querySql;
    SchemaReader readSchema;
    std::string person; ///< name stored with annotations made in the window
    RunChoices choices;
    PresetShelf presets;
    ChoiceFinder findChoices;
    CeilingMeasurer measureCeilings;
    KernelProfiler profileKernel;
    /// Returns the stored ceilings of a device of this machine; nullopt if none were measured.
    /// Blocks.
    std::function<Result<std::optional<DeviceCeilings>>(const std::string &device)> storedCeilings;
    std::filesystem::path taskFolder; ///< native suite installed with the program
    RecordedAnswers recordedAnswers;  ///< installed with the program, of tasks of that suite
    std::filesystem::path dataFolder; ///< location of demo stores
    /// Copies the recorded store of the demo to a new file. Blocks. Empty: it is not installed.
    std::function<Status(const std::filesystem::path &target)> copyDemo;
    /// File for the window's state between sessions; empty: not saved.
    std::filesystem::path settingsFile;
};

} // namespace loupe::ui
