// SPDX-License-Identifier: Apache-2.0
//
// Fuzzes messages of an untrusted node or shard: lines of JSON over a pipe, with evaluations, runs
// and file lists. Accepted messages must survive a round trip. Refused ones must have a reason.
#include "core/executors/evaluationjson.h"
#include "core/executors/filemanifest.h"
#include "core/sandbox/system/linestream.h"

#include <cstdint>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include "tests/fuzz/promise.h"

namespace {

using namespace loupe;
using loupe::fuzz::require;

constexpr int pipeBytes = 1 << 20;

template <typename T>
void requireReason(const Result<T> &result)
{
    if (!result)
        require(!result.error().message.empty(), "a refusal says why");
}

void checkMeaning(const Json &object)
{
    const auto evaluation = evaluationFromJson(object);
    requireReason(evaluation);
    if (evaluation) {
        const Json written = evaluationToJson(*evaluation);
        const auto again = evaluationFromJson(written);
        require(static_cast<bool>(again), "an evaluation comes back");
        require(evaluationToJson(*again) == written, "an evaluation comes back as it was");
    }
    const auto run = runFromJson(object);
    requireReason(run);
    if (run)
        require(static_cast<bool>(runFromJson(runToJson(*run))), "a run comes back");
    const auto tree = manifestTreeFromJson(object);
    requireReason(tree);
    if (tree)
        require(static_cast<bool>(manifestTreeFromJson(toJson(*tree))),
                "a list of files comes back");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) // NOLINT
{
    int ends[2];
    if (size > pipeBytes / 2 || pipe2(ends, O_CLOEXEC) != 0)
        return 0;
    fcntl(ends[1], F_SETPIPE_SZ, pipeBytes);
    require(write(ends[1], data, size) == static_cast<ssize_t>(size), "a pipe takes it");
    close(ends[1]);
    LineStream stream{Fd(ends[0]), Fd(open("/dev/null", O_WRONLY | O_CLOEXEC))};
    for (;;) {
        const auto line = stream.receive(std::chrono::milliseconds(0));
        requireReason(line);
        if (!line || !*line)
            return 0;
        require((*line)->is_object(), "a line is an object");
        checkMeaning(**line);
        for (const auto &[key, value] : (*line)->items())
            checkMeaning(value);
    }
}
