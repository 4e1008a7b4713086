// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/contract/sourceinspection.h"
#include "core/integrity/auditpreview.h"
#include "core/integrity/recordaudit.h"
#include "core/store/read/storereader.h"
#include "core/store/write/storewriter.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Findings of the static rules in stored sources.
struct StoredSources {
    std::size_t read = 0;   ///< distinct sources
    std::size_t unread = 0; ///< distinct sources that could not be read
    std::string whyUnread;  ///< of the first one
    std::vector<RecordFinding> findings;
    std::map<RowId, KernelTraits> traits; ///< of evaluations whose source was read
};

/// Reads each distinct imported source among `states` once; the engine reads sources of its own
/// runs before they start. A finding applies to all evaluations of its source. Cancelled soon after
/// a stop is requested.
Result<StoredSources> inspectStoredSources(StoreReader &reader,
                                           std::span<const RecordedState> states,
                                           SourceInspection &inspection,
                                           const std::stop_token &stop);

/// Findings of the rules for records and imported sources, and the amount examined.
struct StoreAudit {
    std::size_t evaluations = 0;
    std::size_t goldenRecords = 0; ///< of all runs, because faults show in comparison
    std::size_t sources = 0;       ///< distinct imported sources read by the static rules
    std::size_t unreadSources = 0; ///< distinct imported sources that could not be read
    std::string whyUnread;         ///< reason for the first such source
    std::vector<RecordFinding> findings;
    AuditPreview preview;                 ///< flags that keeping the findings would set
    std::map<RowId, KernelTraits> traits; ///< of evaluations whose imported source was read
};

/// Audits the run of this name, or all runs if it is empty; the most severe findings come first.
/// Reads Python sources with `inspection`; unreadable ones are counted, never taken as clean.
/// NotFound if there is no such run; Cancelled soon after a stop is requested.
Result<StoreAudit> auditStore(StoreReader &reader, const std::string &run,
                              SourceInspection &inspection, const std::stop_token &stop);

/// Creates the inspection for auditStore(); `python` as in findPython(). Without an interpreter or
/// a sandbox it reads no source, and the audit tells why.
std::unique_ptr<SourceInspection> auditInspection(const std::filesystem::path &python,
                                                  SandboxMode mode);

/// Returns whether any finding is more severe than a note.
bool isAnythingGrave(const StoreAudit &audit);

/// Stores the findings with their evaluations. Replaces those of the last audit of the run, or of
/// all runs.
Status keepAudit(StoreWriter &writer, const std::string &run, const StoreAudit &audit);

} // namespace loupe
