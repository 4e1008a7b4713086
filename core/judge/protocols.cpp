// SPDX-License-Identifier: Apache-2.0
#include "core/base/asciicase.h"
#include "core/judge/protocol.h"
#include "core/judge/protocolbuilder.h"

#include <array>
#include <cctype>
#include <string_view>
#include <utility>

namespace loupe {

namespace {

struct ProtocolEntry {
    std::string_view id;
    std::string_view suite;
    std::string_view version;
    std::string_view title;
};

/// Known protocols; the newest version of a suite comes last.
constexpr std::array entries{
    ProtocolEntry{"kernelbench-0.0", "kernelbench", "0.0", "KernelBench, the paper's version"},
    ProtocolEntry{"kernelbench-0.1", "kernelbench", "0.1", "KernelBench 0.1"},
    ProtocolEntry{"kernelbench-0.2", "kernelbench", "0.2", "KernelBench 0.2"},
    ProtocolEntry{"kernelbench-x-2026-05", "kernelbench-x", "2026-05",
                  "KernelBench-X, the paper's version"},
    ProtocolEntry{"kernelbench-x-2026-06", "kernelbench-x", "2026-06",
                  "KernelBench-X since 31 May 2026"},
    ProtocolEntry{"tritonbench-t-1", "tritonbench-t", "1", "TritonBench-T"},
    ProtocolEntry{"tritonbench-g-1", "tritonbench-g", "1", "TritonBench-G"},
    ProtocolEntry{"multikernelbench-2025-07", "multikernelbench", "2025-07",
                  "MultiKernelBench, the paper's version"},
    ProtocolEntry{"multikernelbench-2025-11", "multikernelbench", "2025-11",
                  "MultiKernelBench since 21 November 2025"},
    ProtocolEntry{"multikernelbench-2026-01", "multikernelbench", "2026-01",
                  "MultiKernelBench since 22 January 2026"},
    ProtocolEntry{"multikernelbench-2026-05", "multikernelbench", "2026-05",
                  "MultiKernelBench since 29 May 2026"},
    ProtocolEntry{"kernelgenbench-2026-06", "kernelgenbench", "2026-06",
                  "KernelGenBench of June 2026"},
};

/// Returns the text in lower case, without dashes, underscores and blanks.
std::string plain(const std::string &text)
{
    std::string out;
    for (const char each : text) {
        if (each != '-' && each != '_' && each != ' ')
            out += lowered(each);
    }
    return out;
}

/// Returns whether the version begins with all components of `known`: "0.2.0.dev0" with "0.2", but
/// not "0.21".
bool isVersionOf(std::string_view version, std::string_view known)
{
    return version.starts_with(known)
        && (version.size() == known.size()
            || std::isdigit(static_cast<unsigned char>(version[known.size()])) == 0);
}

/// Returns the entry of a suite and version; the newest if `version` is empty.
const ProtocolEntry *find(const std::string &suite, const std::string &version)
{
    const ProtocolEntry *found = nullptr;
    for (const ProtocolEntry &entry : entries) {
        if (plain(std::string(entry.suite)) != plain(suite))
            continue;
        // A package may report "0.2.0.dev0" with the rules of 0.2.
        const bool isIt = version.empty() || isVersionOf(version, entry.version)
            || isVersionOf(version, entry.id);
        if (isIt)
            found = &entry;
    }
    return found;
}

Error unknown(const std::string &what)
{
    std::string hint = "known protocols:";
    for (const ProtocolEntry &entry : entries) {
        hint += " ";
        hint += entry.id;
    }
    return Error{.code = Errc::NotFound, .message = what, .hint = std::move(hint)};
}

} // namespace

Result<Protocol> protocolFor(const std::string &suite, const std::string &version,
                             ProtocolMode mode, const Json &taskFacts, const ToggleChoices &choices)
{
    const ProtocolEntry *entry = find(suite, version);
    if (entry == nullptr)
        return unknown("there is no protocol for the suite \"" + suite + "\""
                       + (version.empty() ? "" : " in version \"" + version + "\""));
    const ProtocolBuilder builder(mode, taskFacts, choices);
    const std::string known(entry->version);
    const std::string name = plain(std::string(entry->suite));
    Result<Protocol> made = name == "kernelbench" ? kernelBenchProtocol(known, builder)
        : name == "kernelbenchx"                  ? kernelBenchXProtocol(known, builder)
        : name == "multikernelbench"              ? multiKernelBenchProtocol(known, builder)
        : name == "kernelgenbench"                ? kernelGenBenchProtocol(builder)
                                   : tritonBenchProtocol(name == "tritonbenchg", builder);
    if (!made)
        return made;
    made->id = std::string(entry->id) + (mode == ProtocolMode::AsIntended ? "+intended" : "");
    made->suite = entry->suite;
    made->version = entry->version;
    made->title = entry->title;
    if (const std::string shapes = builder.fact("shapes"); !shapes.empty())
        addShapes(*made, shapes);
    if (builder.isFact("backward"))
        addGradients(*made);
    return made;
}

} // namespace loupe
