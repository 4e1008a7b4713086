// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/runrequest.h"

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Resource that a request uses outside the sandbox with the user's own rights: an interpreter,
/// another machine, a template of cluster jobs.
struct OutsideUse {
    std::string what;    ///< one line: "the interpreter /x/bin/python"
    std::string content; ///< text that it runs; empty if `what` tells it all
    std::string digest;  ///< SHA-256 of everything that is accepted with it
};

/// Returns the uses that a stored or shared file names; usesTyped() those that the user typed.
/// Neither includes the default interpreter and this machine.
std::vector<OutsideUse> usesNamedByFile(const RunRequest &request);
std::vector<OutsideUse> usesTyped(const RunRequest &request);

/// Uses that the user has accepted on this machine. They are kept in the user's configuration,
/// never in a store, because a store may come from anywhere.
class AcceptedUses
{
public:
    /// Returns a path below XDG_CONFIG_HOME or HOME; empty if neither is set, and nothing is kept
    /// then.
    static std::filesystem::path defaultFile();

    /// Reads the file; a missing or damaged one means that nothing was accepted.
    explicit AcceptedUses(std::filesystem::path file = defaultFile());

    bool holds(const OutsideUse &use) const;
    /// Adds the uses to the file. Returns Environment without a path, or Io.
    Status accept(std::span<const OutsideUse> uses);

private:
    std::filesystem::path m_file;
    std::vector<std::pair<std::string, std::string>> m_known; ///< digest and description
};

/// Returns the uses of usesNamedByFile() that `accepted` lacks.
std::vector<OutsideUse> usesToAccept(const RunRequest &request,
                                     const AcceptedUses &accepted = AcceptedUses());

/// Returns InvalidInput with each use and the option that accepts it, if any must be accepted.
Status demandAccepted(const RunRequest &request, const AcceptedUses &accepted = AcceptedUses());

/// Asks the user about uses that a file names. The error ends what needed them.
using UseQuestion = std::function<Status(const std::vector<OutsideUse> &uses)>;

/// Resolves the uses of a request before it is executed: remembers those that the user typed, and
/// those of a file if `ask` succeeds. Asks about nothing accepted before, nor for a dry run.
Status settleUses(const RunRequest &request, const UseQuestion &ask,
                  AcceptedUses accepted = AcceptedUses());

/// Returns a sentence about a sandbox setting of a file that is ignored; empty if there is none.
std::string overruledSandbox(const RunRequest &request);

} // namespace loupe
