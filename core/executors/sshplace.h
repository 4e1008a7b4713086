// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/executors/executor.h"

#include <memory>
#include <string>
#include <vector>

namespace loupe {

/// Where OpenSSH is to go.
struct SshPlace {
    std::string user; ///< empty: as OpenSSH's configuration says
    std::string host;
    int port = 0;                   ///< 0: as above
    std::string program = "kloupe"; ///< on the node
};

/// Of "[USER@]HOST[:PORT][/PROGRAM]". Names hold letters, digits, ".", "_" and "-", and begin with
/// no "-"; the program's path besides "/" and "+": the node's own shell reads it.
Result<SshPlace> parseSshPlace(const std::string &text);

/// The program and its arguments: keys, agent and jump hosts are as the person's OpenSSH has them;
/// it never asks for a password.
std::vector<std::string> sshCommand(const SshPlace &place);

std::unique_ptr<Executor> makeSshExecutor(SshPlace place, std::string name);

} // namespace loupe
