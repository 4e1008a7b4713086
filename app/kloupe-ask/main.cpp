// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe-ask/askserver.h"

#include <cstdio>
#include <exception>
#include <string_view>

#include <curl/curl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

/// Protects the API key: no core dump, and no access by the user's other processes.
void protectMemory()
{
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    umask(077);
}

} // namespace

int main(int argc, char **argv)
try {
    if (argc == 2 && std::string_view(argv[1]) == "--version") {
        std::printf("kloupe-ask %s, %s\n", LOUPE_VERSION, curl_version());
        return 0;
    }
    if (argc != 1 || isatty(STDIN_FILENO) != 0) {
        std::fputs("kloupe-ask is started by KernelLoupe and speaks JSON lines with it\n", stderr);
        return 2;
    }
    protectMemory();
    loupe::ignoreBrokenPipes();
    curl_global_init(CURL_GLOBAL_DEFAULT);
    loupe::LineStream lines{loupe::Fd(STDIN_FILENO), loupe::Fd(STDOUT_FILENO)};
    return loupe::ask::serve(lines, STDIN_FILENO);
} catch (const std::exception &error) { // out of memory, or an invalid time
    std::fprintf(stderr, "kloupe-ask: %s\n", error.what());
    return 1;
}
