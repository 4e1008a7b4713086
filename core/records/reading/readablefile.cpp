// SPDX-License-Identifier: Apache-2.0
#include "core/records/reading/readablefile.h"

#include "core/base/asciicase.h"
#include "core/base/result.h"
#include "core/base/textencoding.h"
#include "core/base/untrustedfile.h"
#include "core/records/reading/sourcefiles.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

std::string lineAndColumn(std::string_view text, std::size_t at)
{
    const std::string_view before = text.substr(0, at);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t lastBreak = before.rfind('\n');
    const std::size_t column = lastBreak == std::string_view::npos ? at + 1 : at - lastBreak;
    return fmt::format("{}:{}", line, column);
}

} // namespace

bool hasNameOfRecords(const fs::path &file)
{
    const std::string suffix = lowered(file.extension().string());
    constexpr std::array<std::string_view, 4> suffixes{".json", ".jsonl", ".ndjson", ".csv"};
    return std::find(suffixes.begin(), suffixes.end(), suffix) != suffixes.end();
}

Status checkReadable(const fs::path &root, const fs::path &file)
{
    constexpr std::size_t checkedBytes = std::size_t{1} << 16;
    auto opened = UntrustedFile::open(root, file, {.links = FolderLinks::Within});
    if (!opened)
        return opened.error();
    const auto beginning = opened->readSome(checkedBytes);
    if (!beginning)
        return beginning.error();
    const bool isWhole = beginning->size() == opened->size();
    const std::string_view text = withoutByteOrderMark(*beginning);
    if (isWhole && text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return Error{Errc::InvalidInput, "the file is empty", file.string(),
                     "write the results again"};
    if (const auto fault = encodingFault(text))
        return Error{Errc::InvalidInput, "the file " + fault->message,
                     file.string() + ":" + lineAndColumn(text, fault->at),
                     "convert it to UTF-8, for example with iconv"};
    return {};
}

} // namespace loupe
