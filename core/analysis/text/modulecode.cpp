// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/text/modulecode.h"

#include "core/analysis/text/logtext.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace loupe {

namespace {

constexpr std::size_t maxNameBytes = 4096;

/// Use of registers and memory by one kernel.
struct KernelUsage {
    std::string name; ///< demangled; empty: not known
    std::optional<std::int64_t> registers;
    std::optional<std::int64_t> localBytes;
    std::optional<std::int64_t> sharedBytes;
};

/// Returns the number after "NAME:" in a line of "REG:12 STACK:0 SHARED:0"; nothing if there is
/// none.
std::optional<std::int64_t> usageOf(std::string_view line, std::string_view name)
{
    const std::string wanted = std::string(name) + ":";
    std::size_t at = line.find(wanted);
    while (at != std::string_view::npos && at > 0 && line[at - 1] != ' ' && line[at - 1] != '\t')
        at = line.find(wanted, at + 1);
    if (at == std::string_view::npos)
        return std::nullopt;
    std::int64_t value = 0;
    const char *begin = line.data() + at + wanted.size();
    const auto [end, error] = std::from_chars(begin, line.data() + line.size(), value);
    return error == std::errc() && end != begin ? std::optional(value) : std::nullopt;
}

/// Returns the name in a line of " Function NAME:"; empty if the line is another one.
std::string_view functionIn(std::string_view line)
{
    constexpr std::string_view heading = "Function ";
    line = trimmedText(line);
    return line.starts_with(heading) && line.ends_with(':')
        ? line.substr(heading.size(), line.size() - heading.size() - 1)
        : std::string_view();
}

/// Returns the usage by kernel. The line below its name has the numbers.
std::map<std::string, KernelUsage, std::less<>> usagesOf(const ModuleTexts &texts)
{
    std::map<std::string, KernelUsage, std::less<>> out;
    const std::vector<std::string_view> lines = textLines(texts.usage);
    const std::vector<std::string_view> readable = textLines(texts.readable);
    std::string_view kernel;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = lines[i];
        if (const std::string_view name = functionIn(line); !name.empty()) {
            kernel = name;
            if (readable.size() == lines.size())
                out[std::string(name)].name = functionIn(readable[i]);
            continue;
        }
        if (!kernel.empty() && usageOf(line, "REG")) {
            const auto stack = usageOf(line, "STACK");
            const auto local = usageOf(line, "LOCAL");
            KernelUsage &usage = out[std::string(kernel)];
            usage.registers = usageOf(line, "REG");
            usage.sharedBytes = usageOf(line, "SHARED");
            if (stack || local)
                usage.localBytes = stack.value_or(0) + local.value_or(0);
        }
        kernel = {};
    }
    return out;
}

/// Splits a disassembly by kernel. A ruler of dashes ends the code of one.
std::vector<GeneratedCode> kernelsOf(std::string_view disassembly)
{
    std::vector<GeneratedCode> out;
    bool isInside = false;
    for (const std::string_view line : textLines(disassembly)) {
        if (line.starts_with("//---"))
            isInside = false;
        if (const std::string_view kernel = functionBegunBy(line); !kernel.empty()) {
            GeneratedCode &code = out.emplace_back();
            code.kernel = kernel;
            code.kind = "sass";
            isInside = true;
        }
        if (isInside)
            out.back().text.append(line).append("\n");
    }
    return out;
}

/// Cuts a text after the last whole line within the limit.
void cutText(GeneratedCode &entry)
{
    if (entry.text.size() <= maxGeneratedText)
        return;
    const std::size_t end = entry.text.rfind('\n', maxGeneratedText - 1);
    entry.text.resize(end == std::string::npos ? maxGeneratedText : end + 1);
    entry.note = "cut after " + std::to_string(entry.text.size()) + " bytes";
}

void dropNegative(std::optional<std::int64_t> &number)
{
    if (number && *number < 0)
        number.reset();
}

} // namespace

std::string_view functionBegunBy(std::string_view line)
{
    constexpr std::string_view section = ".section";
    constexpr std::string_view code = ".text.";
    std::string_view rest = trimmedText(line);
    if (!rest.starts_with(section))
        return {};
    rest = trimmedText(rest.substr(section.size()));
    if (!rest.starts_with(code))
        return {};
    rest.remove_prefix(code.size());
    return rest.substr(0, rest.find(','));
}

std::vector<GeneratedCode> codeOfModule(const ModuleTexts &texts)
{
    std::vector<GeneratedCode> out = kernelsOf(texts.disassembly);
    const auto usages = usagesOf(texts);
    for (GeneratedCode &code : out) {
        const auto found = usages.find(code.kernel);
        if (found == usages.end())
            continue;
        code.registers = found->second.registers;
        code.localBytes = found->second.localBytes;
        code.sharedBytes = found->second.sharedBytes;
        if (!found->second.name.empty())
            code.kernel = found->second.name;
    }
    const bool hasMachineCode = !out.empty();
    if (!texts.ptx.empty())
        out.push_back({{}, "ptx", texts.ptx, {}, {}, {}, {}});
    if (!texts.note.empty())
        out.push_back({{}, {}, {}, {}, {}, {}, texts.note});
    else if (!hasMachineCode)
        out.push_back(
            {{}, "sass", {}, {}, {}, {}, "no machine code for a GPU was found in the library"});
    return out;
}

std::vector<GeneratedCode> boundedCode(std::vector<GeneratedCode> entries)
{
    std::erase_if(entries, [](const GeneratedCode &entry) {
        return !entry.kind.empty()
            && std::ranges::find(generatedKinds, entry.kind) == generatedKinds.end();
    });
    if (entries.size() > maxGeneratedEntries)
        entries.resize(maxGeneratedEntries);
    std::size_t left = maxGeneratedTexts;
    for (GeneratedCode &entry : entries) {
        entry.kernel.resize(std::min(entry.kernel.size(), maxNameBytes));
        entry.note.resize(std::min(entry.note.size(), maxNameBytes));
        for (auto *number : {&entry.registers, &entry.localBytes, &entry.sharedBytes})
            dropNegative(*number);
        cutText(entry);
        if (entry.text.size() > left) {
            entry.text.clear();
            entry.note = "left out, because all texts together are longer than "
                + std::to_string(maxGeneratedTexts >> 20) + " MiB";
        }
        left -= entry.text.size();
    }
    return entries;
}

} // namespace loupe
