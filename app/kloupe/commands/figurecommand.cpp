// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/options/openstore.h"
#include "app/kloupe/options/scopeoptions.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "app/kloupe/output/console.h"
#include "core/base/clock.h"
#include "core/base/counted.h"
#include "core/base/files.h"
#include "core/base/result.h"
#include "core/report/figures/figurechanges.h"
#include "core/report/figures/figuresource.h"
#include "core/report/figures/paperfigure.h"
#include "core/sandbox/child/childprocess.h"
#include "core/store/read/scopedrows.h"
#include "core/store/read/storereader.h"
#include "core/store/write/storewriter.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

namespace loupe::cli {

namespace fs = std::filesystem;

namespace {

struct FigureTarget {
    std::filesystem::path store;
    std::filesystem::path place; ///< a file, or a folder for all
    int dotsPerInch = 300;
};

/// Stored figure, and its state relative to the data.
struct PaperFigureLine {
    std::string name;
    std::string state;
    std::vector<std::string> moved; ///< changes since the last export
};

constexpr std::chrono::minutes maxDrawingTime{5};
constexpr std::size_t maxMoved = 20;

Result<fs::path> drawingProgram()
{
    std::error_code failed;
    const fs::path program
        = fs::read_symlink("/proc/self/exe", failed).parent_path() / "kernelloupe";
    if (::access(program.c_str(), X_OK) == 0)
        return program;
    return Error{Errc::Environment,
                 "pictures are drawn by kernelloupe, which is missing in the program folder",
                 program.string(), "install the desktop application, or write csv or tex"};
}

std::map<std::string, std::string> drawingEnvironment()
{
    std::map<std::string, std::string> out;
    for (char **entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text(*entry);
        const std::size_t equals = text.find('=');
        if (equals != std::string_view::npos)
            out.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    out["QT_QPA_PLATFORM"] = "offscreen";
    return out;
}

Status drawByProgram(const std::string &spec, const FigureTarget &target)
{
    const auto program = drawingProgram();
    if (!program)
        return program.error();
    ChildSpec child;
    // The program runs without a shell, so the arguments need no quoting.
    child.argv = {program->string(),
                  "--figure",
                  spec,
                  "--store",
                  target.store.string(),
                  "-o",
                  target.place.string(),
                  "--dpi",
                  std::to_string(target.dotsPerInch)};
    child.environment = drawingEnvironment();
    child.mode = SandboxMode::None;
    const auto process = ChildProcess::start(child);
    if (!process)
        return process.error();
    const ChildEnd end = (*process)->wait(std::chrono::steady_clock::now() + maxDrawingTime, {});
    if (end.kind == ChildEnd::Kind::Exited && end.code == 0)
        return {};
    return Error{end.kind == ChildEnd::Kind::Exited && end.code == 3 ? Errc::InvalidInput
                                                                     : Errc::Environment,
                 "kernelloupe could not draw the figure", program->string(),
                 "run it yourself: kernelloupe --figure SPEC --store STORE -o FILE", end.output};
}

PaperFigureLine lineOf(const StoredFigure &stored, const PaperFigure &now)
{
    PaperFigureLine line{stored.name, "current", {}};
    switch (stateOf(stored, now)) {
    case FigureState::NeverExported:
        line.state = "never exported";
        return line;
    case FigureState::Current:
        return line;
    case FigureState::Stale:
        break;
    }
    const auto moved = movedNumbers(stored.numbers, now.numbers);
    line.state = moved ? "out of date: " + counted(moved->size(), "change") : "out of date";
    if (!moved)
        return line;
    for (const MovedNumber &each : *moved) {
        if (line.moved.size() == maxMoved) {
            line.moved.push_back(fmt::format("and {} more", moved->size() - maxMoved));
            break;
        }
        line.moved.push_back(text(each));
    }
    return line;
}

Result<PaperFigure> figureNow(const StoredFigure &stored, StoreReader &reader)
{
    const auto spec = parseFigureSpec(stored.spec, "figure " + stored.name);
    if (!spec)
        return spec.error();
    return makePaperFigure(reader, *spec);
}

/// Writes a figure in the format of the file's suffix. Pictures are drawn by kernelloupe in this
/// program's folder, which gets `spec` as an argument. Returns Environment if it is not installed.
Status writeFigure(const std::string &spec, const PaperFigure &figure, const FigureTarget &target)
{
    const std::string format = formatOf(target.place);
    if (isDrawnFormat(format))
        return drawByProgram(spec, target);
    const auto text = figureText(figure, format);
    if (!text)
        return text.error();
    return writeFileAtomic(target.place, *text);
}

struct Exported {
    PaperFigureLine line;
    bool isWritten = false;
};

Exported exportOne(const StoredFigure &stored, const PaperFigure &now, const FigureTarget &target,
                   const std::vector<std::string> &formats)
{
    Exported out{lineOf(stored, now), false};
    const bool isCurrent = stateOf(stored, now) == FigureState::Current;
    for (const std::string &format : formats) {
        FigureTarget file = target;
        file.place = target.place / (stored.name + "." + format);
        std::error_code failed;
        if (isCurrent && fs::exists(file.place, failed))
            continue;
        if (const Status written = writeFigure(stored.name, now, file); !written) {
            out.line.state = "failed: " + written.error().text();
            return {out.line, false};
        }
        out.isWritten = true;
    }
    if (out.isWritten)
        out.line.state = isCurrent ? "written" : "updated, was " + out.line.state;
    return out;
}

std::vector<PaperFigureLine> figureLines(StoreReader &reader)
{
    const auto stored = orFail(reader.figures());
    std::vector<PaperFigureLine> out;
    out.reserve(stored.size());
    for (const StoredFigure &each : stored) {
        const auto now = figureNow(each, reader);
        out.push_back(
            now ? lineOf(each, *now)
                : PaperFigureLine{each.name, "cannot be made: " + now.error().text(), {}});
    }
    return out;
}

/// Exports the figures of the store whose data changed or whose files are missing, and records the
/// export. A figure that fails reports its error and does not stop the others.
std::vector<PaperFigureLine> updateFigures(const FigureTarget &target,
                                           const std::vector<std::string> &formats)
{
    std::error_code failed;
    fs::create_directories(target.place, failed);
    if (failed)
        throw CommandError{{.code = Errc::Io,
                            .message = "the folder cannot be made",
                            .where = target.place.string(),
                            .detail = failed.message()}};
    const auto reader = orFail(openStore(target.store));
    const auto stored = orFail(reader->figures());
    std::vector<PaperFigureLine> out;
    std::vector<StoredFigure> exported;
    for (StoredFigure each : stored) {
        const auto now = isFigureName(each.name)
            ? figureNow(each, *reader)
            : Result<PaperFigure>(
                Error{Errc::InvalidInput, "the name of the figure is not a file name", each.name});
        if (!now) {
            out.push_back({each.name, "cannot be made: " + now.error().text(), {}});
            continue;
        }
        Exported done = exportOne(each, *now, target, formats);
        out.push_back(std::move(done.line));
        if (!done.isWritten)
            continue;
        each.dataHash = now->dataHash;
        each.numbers = now->numbers;
        each.exportedAt = isoTime(systemClock().wallNow());
        exported.push_back(std::move(each));
    }
    if (exported.empty())
        return out;
    const auto writer = orFail(StoreWriter::open(target.store));
    orFail(writer->transaction([&]() -> Status {
        for (const StoredFigure &each : exported) {
            if (Status recorded = writer->recordExport(each); !recorded)
                return recorded;
        }
        return {};
    }));
    return out;
}

struct FigureCommandOptions {
    std::string spec;
    std::filesystem::path store;
    std::filesystem::path file;
    std::filesystem::path all;
    std::vector<std::string> formats{"pdf"};
    int dotsPerInch = 300;
    bool isList = false;
    bool isGallery = false;
    bool isSave = false;
    std::string remove;
    std::optional<int> columns;
    std::optional<int> panels;
    std::optional<int> page;
    std::optional<std::string> font;
    std::optional<std::string> title;
    ScopeOptions scope; ///< only its baseline has an option

    const std::string &baseline() const { return scope.only.at(GroupBy::Baseline); }
    bool isChanged() const
    {
        return columns || panels || page || font || title || !baseline().empty();
    }
};

/// Chooses the baseline of the figure's speedups. Errors: as rowsInScope().
void chooseBaseline(StoreReader &reader, const std::string &baseline, FigureSpec &spec)
{
    const auto filter = orFail(parseFilter(spec.filter));
    Scope scope = spec.chart.scope.value_or(Scope());
    scope.rules[GroupBy::Baseline] = {ConditionRule::Kind::Only, baseline};
    spec.chart.scope = orFail(rowsInScope(reader, filter, std::move(scope))).scope;
}

/// Returns the spec with the changes of the options. Errors: as chooseBaseline().
FigureSpec changedSpec(StoreReader &reader, FigureSpec spec, const FigureCommandOptions &options)
{
    spec.columns = options.columns.value_or(spec.columns);
    spec.panels = options.panels.value_or(spec.panels);
    spec.page = options.page.value_or(spec.page);
    spec.fontFamily = options.font.value_or(spec.fontFamily);
    spec.title = options.title.value_or(spec.title);
    if (!options.baseline().empty())
        chooseBaseline(reader, options.baseline(), spec);
    return spec;
}

/// Writes the figure. A changed spec is passed to the drawing program in a temporary file.
void writeChanged(const FigureCommandOptions &options, const PaperFigure &figure,
                  const FigureSpec &spec)
{
    const FigureTarget target{options.store, options.file, options.dotsPerInch};
    if (!options.isChanged())
        return orFail(writeFigure(options.spec, figure, target));
    const auto folder = orFail(TemporaryFolder::create("kloupe-figure"));
    const std::filesystem::path file = folder.path() / "spec.json";
    orFail(writeFileAtomic(file, text(spec)));
    orFail(writeFigure(file.string(), figure, target));
}

ExitCode one(const FigureCommandOptions &options, const Console &console)
{
    const auto reader = orFail(openStore(options.store));
    const auto spec = orFail(figureSpecNamed(options.spec, *reader));
    const auto changed = changedSpec(*reader, spec, options);
    const auto figure = orFail(makePaperFigure(*reader, changed));
    writeChanged(options, figure, changed);
    console.line(options.file.string());
    console.line(figure.caption);
    console.document({{"file", options.file.string()},
                      {"data_sha256", figure.dataHash},
                      {"caption", figure.caption}});
    return ExitCode::Ok;
}

ExitCode list(const FigureCommandOptions &options, const Console &console)
{
    const auto reader = orFail(openStore(options.store));
    const auto lines = figureLines(*reader);
    Json out = Json::array();
    for (const PaperFigureLine &line : lines) {
        console.line(fmt::format("{}: {}", line.name, line.state));
        for (const std::string &moved : line.moved)
            console.line("    " + moved);
        out.push_back({{"name", line.name}, {"state", line.state}, {"moved", line.moved}});
    }
    if (lines.empty())
        console.line("no figures; kloupe figure STORE SPEC --save stores one, kloupe figure "
                     "--gallery lists templates");
    console.document({{"figures", out}});
    return ExitCode::Ok;
}

ExitCode gallery(const Console &console)
{
    const auto folder = orFail(findFigureGallery());
    const auto specs = orFail(readFigureSpecs(folder));
    Json out = Json::array();
    for (const FigureSpec &spec : specs) {
        console.line(fmt::format("{}: {}", spec.name, spec.title));
        out.push_back({{"name", spec.name}, {"title", spec.title}});
    }
    console.document({{"gallery", out}});
    return ExitCode::Ok;
}

std::string saved(const FigureCommandOptions &options)
{
    const auto reader = orFail(openStore(options.store));
    const auto spec = orFail(figureSpecNamed(options.spec, *reader));
    const auto changed = changedSpec(*reader, spec, options);
    const auto writer = orFail(openToChange(options.store));
    orFail(writer->saveFigure(
        {spec.name, text(changed), isoTime(systemClock().wallNow()), {}, {}, {}}));
    return spec.name;
}

ExitCode change(const FigureCommandOptions &options, const Console &console)
{
    if (options.isSave) {
        const auto name = saved(options);
        console.line(fmt::format("{} is a figure of {}", name, options.store.string()));
        console.document({{"saved", name}});
        return ExitCode::Ok;
    }
    const auto writer = orFail(openToChange(options.store));
    orFail(writer->removeFigure(options.remove));
    console.line(options.remove + " is removed");
    console.document({{"removed", options.remove}});
    return ExitCode::Ok;
}

ExitCode updateAll(const FigureCommandOptions &options, const Console &console)
{
    const auto updates
        = updateFigures({options.store, options.all, options.dotsPerInch}, options.formats);
    Json out = Json::array();
    for (const PaperFigureLine &line : updates) {
        console.line(fmt::format("{}: {}", line.name, line.state));
        for (const std::string &moved : line.moved)
            console.line("    " + moved);
        out.push_back({{"name", line.name}, {"state", line.state}, {"moved", line.moved}});
    }
    if (updates.empty())
        console.line("the store has no figures; kloupe figure STORE SPEC --save stores one");
    console.document({{"figures", out}});
    return ExitCode::Ok;
}

ExitCode figure(const FigureCommandOptions &options, const Console &console)
{
    if (options.isGallery)
        return gallery(console);
    if (options.store.empty())
        return console.refuse(
            {Errc::InvalidInput, "STORE is missing", "figure", "kloupe figure STORE SPEC -o FILE"});
    if (options.isList)
        return list(options, console);
    if (options.isSave || !options.remove.empty())
        return change(options, console);
    if (!options.all.empty())
        return updateAll(options, console);
    if (options.spec.empty() || options.file.empty())
        return console.refuse({Errc::InvalidInput,
                               options.spec.empty() ? "SPEC is missing" : "-o FILE is missing",
                               "figure", "kloupe figure STORE SPEC -o FILE"});
    return one(options, console);
}

} // namespace

void addFigureCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<FigureCommandOptions>();
    CLI::App *command = app.add_subcommand("figure", "Draw figures from a spec or from the store");
    addStore(*command, options->store, StoreUse::Sometimes, "--gallery needs none");
    command->add_option("spec", options->spec,
                        "A spec (JSON), a figure of the store, or one of the gallery");
    CLI::Option *file = command->add_option("-o,--output", options->file,
                                            "The file to write: pdf, svg, png, csv, tex, pgf");
    CLI::Option *all
        = command
              ->add_option(
                  "--all", options->all,
                  "Write every figure of the store to this folder and list the changed ones")
              ->excludes(file);
    command->add_option("--format", options->formats, "With --all: file format (default: pdf)")
        ->transform(oneOf({"pdf", "svg", "png", "csv", "tex", "pgf"}))
        ->needs(all);
    command->add_option("--dpi", options->dotsPerInch, "Dots per inch of a PNG")
        ->check(wholeNumber(36, 2400));
    command->add_option("--columns", options->columns, "Panels in a row (default: the spec's)")
        ->check(wholeNumber(0, 12));
    command
        ->add_option("--panels", options->panels,
                     "Panels in a figure (default: the spec's); 0: automatic")
        ->check(wholeNumber(0, 999));
    command->add_option("--page", options->page, "Page to write, if there are several")
        ->check(wholeNumber(1, 999));
    command->add_option("--font", options->font, "Font family (default: the spec's)");
    command->add_option("--title", options->title,
                        "Title (default: the spec's); empty: the chart's title");
    addBaselineOption(*command, options->scope,
                      "Speedups over this baseline, or with method:NAME over the times of a method "
                      "(default: the spec's)")
        ->excludes(all);
    command->add_flag("--save", options->isSave, "Store the spec under its name");
    command->add_option("--remove", options->remove, "Remove this figure from the store");
    command->add_flag("--list", options->isList,
                      "List the store's figures: which are out of date, and what changed");
    command->add_flag("--gallery", options->isGallery, "List the included figures");
    setAction(*command, chosen, options, figure);
}

} // namespace loupe::cli
