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
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// What the rules of records and those of imported sources found, and what they looked at.
struct StoreAudit {
    std::size_t evaluations = 0;
    std::size_t goldenRecords = 0; ///< of all runs: what is wrong with one shows beside the others
    std::size_t sources = 0;       ///< distinct imported sources that the static rules read
    std::size_t unreadSources = 0; ///< distinct imported sources that nobody could read
    std::string whyUnread;         ///< of the first such source
    std::vector<RecordFinding> findings;
    AuditPreview preview;                 ///< what keeping the findings would flag
    std::map<RowId, KernelTraits> traits; ///< of evaluations whose imported source was read
};

/// Of the run of this name, with an empty one of all; the gravest findings first. Reads Python by
/// `inspection`; sources that it cannot read are counted, never taken as clean. NotFound where
/// there is no such run; Cancelled soon after `stop` is requested.
Result<StoreAudit> auditStore(StoreReader &reader, const std::string &run,
                              SourceInspection &inspection, const std::stop_token &stop);

/// For auditStore(): `python` as in findPython(). Without an interpreter or a sandbox it is made
/// all the same and reads no source; the audit then says why.
std::unique_ptr<SourceInspection> auditInspection(const std::filesystem::path &python,
                                                  SandboxMode mode);

/// Whether anything found is more than a note.
bool isAnythingGrave(const StoreAudit &audit);

/// Keeps the findings with the evaluations that they are about, in place of what the last audit of
/// the run, or of all runs, kept.
Status keepAudit(StoreWriter &writer, const std::string &run, const StoreAudit &audit);

} // namespace loupe
