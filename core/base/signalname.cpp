// SPDX-License-Identifier: Apache-2.0
#include "core/base/signalname.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <utility>

namespace loupe {

namespace {

// The function sigabbrev_np() came with glibc 2.32, and the programs for nodes start on older ones.
constexpr std::array<std::pair<int, const char *>, 31> signalNames{
    {{SIGHUP, "SIGHUP"},   {SIGINT, "SIGINT"},       {SIGQUIT, "SIGQUIT"}, {SIGILL, "SIGILL"},
     {SIGTRAP, "SIGTRAP"}, {SIGABRT, "SIGABRT"},     {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
     {SIGKILL, "SIGKILL"}, {SIGUSR1, "SIGUSR1"},     {SIGSEGV, "SIGSEGV"}, {SIGUSR2, "SIGUSR2"},
     {SIGPIPE, "SIGPIPE"}, {SIGALRM, "SIGALRM"},     {SIGTERM, "SIGTERM"}, {SIGSTKFLT, "SIGSTKFLT"},
     {SIGCHLD, "SIGCHLD"}, {SIGCONT, "SIGCONT"},     {SIGSTOP, "SIGSTOP"}, {SIGTSTP, "SIGTSTP"},
     {SIGTTIN, "SIGTTIN"}, {SIGTTOU, "SIGTTOU"},     {SIGURG, "SIGURG"},   {SIGXCPU, "SIGXCPU"},
     {SIGXFSZ, "SIGXFSZ"}, {SIGVTALRM, "SIGVTALRM"}, {SIGPROF, "SIGPROF"}, {SIGWINCH, "SIGWINCH"},
     {SIGPOLL, "SIGPOLL"}, {SIGPWR, "SIGPWR"},       {SIGSYS, "SIGSYS"}}};

} // namespace

std::string signalName(int signal)
{
    const auto found = std::find_if(signalNames.begin(), signalNames.end(),
                                    [signal](const auto &each) { return each.first == signal; });
    return found == signalNames.end() ? "signal " + std::to_string(signal) : found->second;
}

} // namespace loupe
