// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/runrequest.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// One thing that a request uses outside of the sandbox, with the user's own rights: an
/// interpreter, another machine, the template of a cluster's jobs.
struct OutsideUse {
    std::string what;    ///< one line: "the interpreter /x/bin/python"
    std::string content; ///< what is run by it, a block of text; empty where `what` says it
    std::string digest;  ///< SHA-256 of what is accepted with it
};

/// What of the request a stored or shared file said, and what the user typed. The program's default
/// interpreter and this machine are neither.
std::vector<OutsideUse> usesNamedByFile(const RunRequest &request);
std::vector<OutsideUse> usesTyped(const RunRequest &request);

/// What the user has accepted on this machine. Kept in the user's own configuration, never in a
/// store: a store comes from anywhere.
class AcceptedUses
{
public:
    /// Below XDG_CONFIG_HOME or HOME; empty where neither is set, and nothing is remembered then.
    static std::filesystem::path defaultFile();

    /// A file that is missing or damaged means that nothing was accepted.
    explicit AcceptedUses(std::filesystem::path file = defaultFile());

    bool holds(const OutsideUse &use) const;
    /// Adds them to the file. Environment where there is no place for it, Io.
    Status accept(std::span<const OutsideUse> uses);

private:
    std::filesystem::path m_file;
    std::vector<std::pair<std::string, std::string>> m_known; ///< digest and what it is of
};

/// Of usesNamedByFile(), what `accepted` does not hold.
std::vector<OutsideUse> usesToAccept(const RunRequest &request,
                                     const AcceptedUses &accepted = AcceptedUses());

/// InvalidInput, naming each use and the option that accepts it, where there is one to accept.
Status demandAccepted(const RunRequest &request, const AcceptedUses &accepted = AcceptedUses());

/// What a file said about the sandbox and nobody heeds, as a sentence; empty where it said nothing.
std::string overruledSandbox(const RunRequest &request);

} // namespace loupe
