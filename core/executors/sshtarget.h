// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/executors/executor.h"

#include <memory>
#include <string>
#include <vector>

namespace loupe {

/// Target of an ssh connection.
struct SshTarget {
    std::string user; ///< empty: from OpenSSH's configuration
    std::string host;
    int port = 0;                   ///< 0: from OpenSSH's configuration
    std::string program = "kloupe"; ///< on the node
};

/// Parses "[USER@]HOST[:PORT][/PROGRAM]". Names consist of letters, digits, ".", "_" and "-" and do
/// not begin with "-". The program's path may also hold "/" and "+", because the node's shell reads
/// it.
Result<SshTarget> parseSshTarget(const std::string &text);

/// Returns ssh and its arguments. Keys, agent and jump hosts come from the user's OpenSSH
/// configuration; it never prompts for a password.
std::vector<std::string> sshCommand(const SshTarget &place);

std::unique_ptr<RunPlace> makeSshPlace(SshTarget place, std::string name);

} // namespace loupe
