// SPDX-License-Identifier: Apache-2.0
#include "core/suites/readers/kernelbenchnames.h"

#include "core/base/asciicase.h"
#include "core/suites/submissions/submissionreader.h"

#include <string_view>
#include <vector>

namespace loupe {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> words(const std::string &text)
{
    std::vector<std::string> out(1);
    for (const char c : text) {
        if (c == '_' || c == '-')
            out.emplace_back();
        else
            out.back() += lowered(c);
    }
    return out;
}

std::optional<int> *fieldFor(const std::string &word, KernelBenchNumbers &numbers,
                             std::optional<int> &task)
{
    if (word == "level")
        return &numbers.level;
    if (word == "problem")
        return &numbers.problem;
    if (word == "task")
        return &task;
    if (word == "sample")
        return &numbers.sample;
    if (word == "round" || word == "turn")
        return &numbers.round;
    return nullptr;
}

/// Returns the numbers of a folder whose whole name consists of such words; else nothing.
std::optional<KernelBenchNumbers> numbersOfFolder(const std::string &name)
{
    NameNumbers found = numbersIn(name);
    if (!found.isAll)
        return std::nullopt;
    if (!found.numbers.problem)
        found.numbers.problem = found.task;
    return found.numbers;
}

bool isKernelFolder(const fs::path &folder)
{
    return folder.filename() == "kernels" || folder.filename() == "generated_kernels";
}

} // namespace

void fillFrom(const KernelBenchNumbers &more, KernelBenchNumbers &numbers)
{
    const auto fill = [](const std::optional<int> &from, std::optional<int> &to) {
        if (!to)
            to = from;
    };
    fill(more.level, numbers.level);
    fill(more.problem, numbers.problem);
    fill(more.sample, numbers.sample);
    fill(more.round, numbers.round);
}

NameNumbers numbersIn(const std::string &name)
{
    NameNumbers out;
    const auto parts = words(name);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::size_t digits = parts[i].find_first_of("0123456789");
        std::optional<int> *field = fieldFor(parts[i].substr(0, digits), out.numbers, out.task);
        std::optional<int> value;
        if (field != nullptr && digits != std::string::npos)
            value = wholeNumber(std::string_view(parts[i]).substr(digits));
        else if (field != nullptr && i + 1 < parts.size())
            value = wholeNumber(parts[i + 1]);
        if (!value) {
            out.isAll = false;
            continue;
        }
        if (digits == std::string::npos)
            ++i;
        if (!*field)
            *field = value;
    }
    return out;
}

RunOfFile runOf(const fs::path &file, const fs::path &root)
{
    RunOfFile run;
    fs::path method;
    for (fs::path folder = file.parent_path();; folder = folder.parent_path()) {
        const auto numbers = numbersOfFolder(folder.filename().string());
        if (numbers)
            fillFrom(*numbers, run.numbers);
        const bool isRoot = folder == root || folder == folder.parent_path();
        const bool isNamed = !numbers && !(run.folder.empty() && isKernelFolder(folder));
        if (run.folder.empty() && (isNamed || isRoot))
            run.folder = isRoot && isKernelFolder(folder) ? folder.parent_path() : folder;
        if (isRoot)
            break;
        if (isNamed)
            method = method.empty() ? folder.filename() : folder.filename() / method;
    }
    run.method = method.empty() ? run.folder.filename().string() : method.string();
    return run;
}

std::optional<int> levelAtEnd(const std::string &run)
{
    const auto parts = words(run);
    const std::string &last = parts.back();
    if (parts.size() > 1 && parts[parts.size() - 2] == "level")
        return wholeNumber(last);
    const auto shortForm = numberAfter(last, "l");
    return shortForm ? shortForm : numberAfter(last, "level");
}

} // namespace loupe
