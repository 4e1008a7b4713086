// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/commands/profiletext.h"
#include "app/kloupe/options/openstore.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "core/analysis/text/linesamples.h"
#include "core/analysis/text/logtext.h"
#include "core/base/counted.h"
#include "core/base/digest.h"
#include "core/base/json.h"
#include "core/model/device/generatedcode.h"
#include "core/model/record/sourcefiles.h"
#include "core/model/verdict/ruletitle.h"
#include "core/report/documents/provenance.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

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

/// Returns one line for each kernel: its registers, its memory and the kinds of texts. Reasons of
/// missing texts have lines of their own.
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

/// Returns the same data as a JSON array. Texts are included only for the kind `withText`.
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

/// Returns the text with the samples before each line; the text itself if there are none.
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

struct ShowOptions {
    std::filesystem::path store;
    std::int64_t evaluation = 0;
    std::string code; ///< kind of generated code to print; empty: none
};

/// Returns one line per file of a submission that is a folder, none for a single file.
std::vector<std::string> fileLines(std::string_view source)
{
    const auto files = splitFiles(source);
    if (!files)
        return {};
    std::vector<std::string> lines{counted(files->size(), "file") + ":"};
    for (const SourceFile &file : *files)
        lines.push_back(fmt::format("  {} ({}){}", file.path, counted(file.text.size(), "byte"),
                                    &file == &files->front() ? ", the entry" : ""));
    return lines;
}

/// Prints the generated code of one kind, kernel by kernel, with samples beside its lines.
ExitCode showCode(const EvaluationDetail &detail, const std::string &kind, const Console &console)
{
    const std::vector<GeneratedCode> &code = detail.evaluation.generatedCode;
    const auto samples = samplesByGeneratedLine(code, lastSamples(detail.counters));
    bool isFound = false;
    for (std::size_t i = 0; i < code.size(); ++i) {
        if (code[i].kind != kind || code[i].text.empty())
            continue;
        isFound = true;
        const std::string all = samplesText(sumOf(samples[i]));
        console.line("// " + (code[i].kernel.empty() ? "all kernels" : code[i].kernel)
                     + (all.empty() ? "" : ", samples: " + all));
        console.text(textWithSamples(code[i].text, samples[i]));
    }
    if (!isFound) {
        const auto lines = generatedCodeLines(detail.evaluation.generatedCode);
        return console.fail(
            {.code = Errc::NotFound,
             .message = fmt::format("evaluation {} has no generated code of the kind {}",
                                    detail.row.id.value, kind),
             .hint = lines.empty() ? "only evaluations on an NVIDIA GPU have generated code"
                                   : lines.back()});
    }
    console.document(
        {{"evaluation", detail.row.id.value},
         {"generated_code", generatedCodeJson(detail.evaluation.generatedCode, kind)}});
    return ExitCode::Ok;
}

/// Returns "Busy machine (busy)", or only the id of a flag without a title.
std::string titleOfFlag(const std::string &flag)
{
    const std::string title(ruleTitle(flag));
    return title == flag ? flag : fmt::format("{} ({})", title, flag);
}

ExitCode show(const ShowOptions &options, const Console &console)
{
    const auto reader = orFail(openStore(options.store));
    const auto detail = orFail(reader->detail(RowId{options.evaluation}));
    if (!options.code.empty())
        return showCode(detail, options.code, console);
    const ResultRow &row = detail.row;
    console.line(fmt::format("{} by {} (sample {}, round {}), run \"{}\" on {}: {}", row.task,
                             row.method, row.sample, row.round, row.run, row.device,
                             facts(row.verdict).label));
    if (!row.message.empty())
        console.text(row.message);
    for (const std::string &flag : detail.evaluation.flags)
        console.line("flag: " + titleOfFlag(flag));
    const KernelTraits &traits = row.traits;
    const std::string share = traits.ownShare
        ? fmt::format(" ({:.1f} % of the device time in own kernels)", 100 * *traits.ownShare)
        : std::string();
    console.line(fmt::format("made of: {}{}; arithmetic: {}", label(traits.madeOf), share,
                             label(traits.arithmetic)));
    for (const std::string &line : fileLines(detail.evaluation.candidate.source))
        console.line(line);
    for (const std::string &each : joinedBaselineTexts(detail))
        console.line("joined: " + each);
    for (const std::string &line : profileLines(detail))
        console.line(line);
    for (const std::string &line : generatedCodeLines(detail.evaluation.generatedCode))
        console.line(line);
    Json document = profileJson(detail);
    document["generated_code"] = generatedCodeJson(detail.evaluation.generatedCode, {});
    if (const auto files = splitFiles(detail.evaluation.candidate.source)) {
        for (const SourceFile &file : *files)
            document["files"].push_back({{"path", file.path},
                                         {"bytes", file.text.size()},
                                         {"sha256", sha256Hex(file.text)}});
    }
    console.document(document);
    return ExitCode::Ok;
}

} // namespace

void addShowCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<ShowOptions>();
    CLI::App *command = app.add_subcommand(
        "show",
        "Show an evaluation: its files, device activity, distance to the roofline, counters, "
        "generated code");
    addStore(*command, options->store);
    addEvaluation(*command, options->evaluation)->required();
    command
        ->add_option("--code", options->code,
                     "Print the generated code of this kind instead: ttir, ttgir, llir, ptx, "
                     "amdgcn or sass")
        ->transform(oneOf({generatedKinds.begin(), generatedKinds.end()}));
    setAction(*command, chosen, options, show);
}

} // namespace loupe::cli
