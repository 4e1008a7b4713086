// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/integrity/auditpreview.h"
#include "core/model/annotation.h"
#include "core/model/review.h"
#include "core/model/runmark.h"
#include "core/model/savedview.h"
#include "core/model/storedfigure.h"
#include "core/store/file/readonlyquery.h"
#include "core/store/file/storeschema.h"
#include "ui/async/readerpool.h"
#include "ui/shell/session/agentservices.h"
#include "ui/shell/session/generationservices.h"
#include "ui/shell/session/runlauncher.h"
#include "ui/shell/session/writequeue.h"

#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe::ui {

/// Answers one SELECT; blocking. Cancelled soon after it is told to stop.
using SqlRunner
    = std::function<Result<SqlAnswer>(const std::filesystem::path &store, const std::string &sql,
                                      const SqlLimits &limits, const std::stop_token &stop)>;
/// The tables and views of a store; blocking.
using SchemaReader
    = std::function<Result<std::vector<SchemaTable>>(const std::filesystem::path &store)>;
/// Say something of evaluations, of suspicions, of runs.
using Annotator = EventQueue<Annotation>::Writer;
using Reviewer = EventQueue<Review>::Writer;
using RunMarker = EventQueue<RunMark>::Writer;
/// What an audit came to: how much it found, and how many imported sources it could not read.
struct AuditSummary {
    std::size_t findings = 0;
    std::size_t unreadSources = 0;
    std::string whyUnread; ///< of the first
    AuditPreview preview;  ///< what keeping the findings would flag
    /// Keeps the findings in the store; blocking. Empty where there is nothing to keep.
    std::function<Status()> keep;
};
/// Checks stored records against each other and imported sources; blocking. Changes nothing until
/// AuditSummary::keep() is called.
using RecordAuditor = std::function<Result<AuditSummary>(const std::filesystem::path &store,
                                                         const std::stop_token &stop)>;

/// What the windows need from the rest of the program. app/kernelloupe fills it with the real
/// thing, tests with fakes.
struct Services {
    StoreOpener openStore;
    /// Told which file the window has opened under this name: what is written from now on goes
    /// into that very file or nowhere. May be empty.
    std::function<void(const std::filesystem::path &store, const StoreIdentity &)> followStore;
    RunLauncher launch;
    RerunPreparer prepareRerun;
    UnfinishedFinder findUnfinished;
    GenerationServices generation;
    AgentServices agents;
    MachineExaminer examineMachine;
    Importer importRecords;
    Annotator annotate;
    /// Keep and remove a named filter of a store; blocking. Busy while another program writes it.
    std::function<Status(const std::filesystem::path &store, const SavedView &)> saveView;
    std::function<Status(const std::filesystem::path &store, const std::string &name)> removeView;
    /// Keep and remove a figure of a store, and what was exported of it; blocking. Busy as above.
    std::function<Status(const std::filesystem::path &store, const StoredFigure &)> saveFigure;
    std::function<Status(const std::filesystem::path &store, const StoredFigure &)> recordExport;
    std::function<Status(const std::filesystem::path &store, const std::string &name)> removeFigure;
    Reviewer review;
    RunMarker markRuns;
    RecordAuditor auditRecords;
    SqlRunner querySql;
    SchemaReader readSchema;
    std::string person; ///< whose name is with what is marked in the window
    RunChoices choices;
    PresetShelf presets;
    ChoiceFinder findChoices;
    std::filesystem::path taskFolder; ///< the native suite that is installed with the program
    std::filesystem::path dataFolder; ///< where demo stores are put
    /// Where the window's state is kept between sessions; empty: nowhere.
    std::filesystem::path settingsFile;
};

} // namespace loupe::ui
