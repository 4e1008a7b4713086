// SPDX-License-Identifier: Apache-2.0
#include "core/records/robustkbench/robustkbenchidentity.h"

#include "core/records/reading/failuresigns.h"
#include "core/records/reading/filetree.h"
#include "core/records/reading/sourcefiles.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>

namespace loupe {

namespace {

constexpr int maxRobustKbenchBatches = 1'000'000;
constexpr int maxRobustKbenchLevels = 100;
constexpr std::string_view robustKbenchLevel = "level_";

/// Reads the number after `mark` at the start of the text and removes both.
bool takeRobustKbenchNumber(std::string_view &text, char mark, int &number)
{
    if (!text.starts_with(mark))
        return false;
    const char *const end = text.data() + text.size();
    const auto [parsed, failed] = std::from_chars(text.data() + 1, end, number);
    if (failed != std::errc() || number < 0 || number > maxRobustKbenchBatches)
        return false;
    text.remove_prefix(static_cast<std::size_t>(parsed - text.data()));
    return true;
}

constexpr std::array robustKbenchSigns{
    FailureSign{"timed out", Verdict::RunTimeout},
    FailureSign{"illegal memory access", Verdict::OutOfBounds},
    FailureSign{"terminated abnormally", Verdict::Crashed},
    FailureSign{"out of memory", Verdict::OutOfMemory},
    FailureSign{"error: ", Verdict::CompileError},
    FailureSign{"Error building extension", Verdict::CompileError},
    FailureSign{"Ninja is required", Verdict::CompileError},
    FailureSign{"undefined symbol", Verdict::LoadError},
};

} // namespace

std::string RobustKbenchIdentity::method() const
{
    return experiment.empty() ? "not recorded" : experiment;
}

RobustKbenchIdentity robustKbenchIdentityOf(const std::vector<std::string> &pathParts)
{
    RobustKbenchIdentity place;
    const auto root = std::find(pathParts.rbegin(), pathParts.rend(), "experiments");
    if (root != pathParts.rend() && root != pathParts.rbegin())
        place.experiment = *(root - 1);
    // Parsed from the kernel's folder outwards; a kernel may also lie in its task's folder.
    for (std::size_t i = pathParts.size(); i-- > 1;) {
        const std::string &folder = pathParts[i - 1];
        std::string_view rest = folder;
        int batch = 0;
        int sample = 0;
        if (takeRobustKbenchNumber(rest, 'b', batch) && rest.starts_with('_')
            && takeRobustKbenchNumber(rest = rest.substr(1), 's', sample)) {
            place.batch = batch;
            place.sample = sample;
        } else if (folder == "forward" || folder == "backward") {
            place.direction = folder;
        } else {
            const auto end = pathParts.begin() + static_cast<std::ptrdiff_t>(i);
            place.task = robustKbenchTaskName({pathParts.begin(), end});
            break;
        }
    }
    if (!pathParts.empty() && pathParts.back().starts_with("backward."))
        place.direction = "backward";
    return place;
}

std::string robustKbenchTaskName(const std::vector<std::string> &folderParts)
{
    if (folderParts.empty())
        return {};
    const std::string &folder = folderParts.back();
    const std::string *above
        = folderParts.size() > 1 ? &folderParts[folderParts.size() - 2] : nullptr;
    const bool isInLevel
        = above != nullptr && numberAfter(robustKbenchLevel, *above, maxRobustKbenchLevels);
    return isInLevel ? *above + "/" + folder : folder;
}

Task robustKbenchTask(const std::string &task, const std::string &direction)
{
    Task out;
    out.level = numberAfter(robustKbenchLevel, folderOf(task), maxRobustKbenchLevels);
    out.suite = "robust-kbench";
    out.name = task + "/" + direction;
    out.category = direction;
    out.title = task;
    out.referenceLanguage = "python";
    return out;
}

Verdict robustKbenchFailure(std::string_view error)
{
    return failureIn(error, robustKbenchSigns)
        .value_or(error.empty() ? Verdict::WrongAnswer : Verdict::ReturnedError);
}

} // namespace loupe
