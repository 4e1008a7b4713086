// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/generatedcodetext.h"

#include "core/analysis/text/logtext.h"
#include "core/base/counted.h"

#include <algorithm>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

std::string usageText(const GeneratedCode &code)
{
    std::string text;
    if (code.registers)
        text += ", " + counted(static_cast<std::size_t>(*code.registers), "register");
    if (code.localBytes)
        text += fmt::format(", {} bytes local", *code.localBytes);
    if (code.sharedBytes)
        text += fmt::format(", {} bytes shared", *code.sharedBytes);
    return text;
}

bool isOfKernel(const GeneratedCode &code, const std::string &kernel)
{
    return code.kernel == kernel && !code.text.empty();
}

} // namespace

std::vector<std::string> generatedCodeLines(const std::vector<GeneratedCode> &code)
{
    std::vector<std::string> lines;
    std::vector<std::string> kernels;
    for (const GeneratedCode &each : code) {
        if (each.text.empty() || std::ranges::find(kernels, each.kernel) != kernels.end())
            continue;
        kernels.push_back(each.kernel);
        std::string kinds;
        for (const GeneratedCode &other : code) {
            if (isOfKernel(other, each.kernel))
                kinds += (kinds.empty() ? "" : ", ") + other.kind;
        }
        lines.push_back(fmt::format("generated code of {}: {}{}",
                                    each.kernel.empty() ? "all kernels" : each.kernel, kinds,
                                    usageText(each)));
    }
    for (const GeneratedCode &each : code) {
        if (!each.note.empty())
            lines.push_back(fmt::format("generated code{}{}: {}", each.kind.empty() ? "" : ", ",
                                        each.kind, each.note));
    }
    return lines;
}

Json generatedCodeJson(const std::vector<GeneratedCode> &code, const std::string &withText)
{
    Json out = Json::array();
    for (const GeneratedCode &each : code) {
        Json entry{{"kernel", each.kernel},
                   {"kind", each.kind},
                   {"bytes", each.text.size()},
                   {"registers", orNull(each.registers)},
                   {"local_bytes", orNull(each.localBytes)},
                   {"shared_bytes", orNull(each.sharedBytes)},
                   {"note", each.note}};
        if (!withText.empty() && each.kind == withText)
            entry["text"] = each.text;
        out.push_back(std::move(entry));
    }
    return out;
}

std::string textWithSamples(const std::string &text, const std::vector<LineSamples> &samples)
{
    if (samples.empty())
        return text;
    constexpr std::size_t width = 24;
    const std::vector<std::string_view> lines = textLines(text);
    std::string out;
    for (std::size_t i = 0; i < lines.size(); ++i)
        out += fmt::format("{:<{}} {}\n", i < samples.size() ? samplesText(samples[i]) : "", width,
                           lines[i]);
    return out;
}

} // namespace loupe::cli
