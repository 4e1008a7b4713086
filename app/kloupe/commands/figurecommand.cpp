// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/commands/figureupdate.h"
#include "app/kloupe/options/openstore.h"
#include "app/kloupe/options/scopeoptions.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "core/base/clock.h"
#include "core/base/files.h"
#include "core/report/figures/figuresource.h"
#include "core/store/read/scopedrows.h"
#include "core/store/read/storereader.h"
#include "core/store/write/storewriter.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

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
Status chooseBaseline(StoreReader &reader, const std::string &baseline, FigureSpec &spec)
{
    const auto filter = parseFilter(spec.filter);
    if (!filter)
        return filter.error();
    Scope scope = spec.chart.scope.value_or(Scope());
    scope.rules[GroupBy::Baseline] = {ConditionRule::Kind::Only, baseline};
    auto results = rowsInScope(reader, *filter, std::move(scope));
    if (!results)
        return std::move(results).error();
    spec.chart.scope = std::move(results->scope);
    return {};
}

/// Returns the spec with the changes of the options. Errors: as chooseBaseline().
Result<FigureSpec> changedSpec(StoreReader &reader, FigureSpec spec,
                               const FigureCommandOptions &options)
{
    spec.columns = options.columns.value_or(spec.columns);
    spec.panels = options.panels.value_or(spec.panels);
    spec.page = options.page.value_or(spec.page);
    spec.fontFamily = options.font.value_or(spec.fontFamily);
    spec.title = options.title.value_or(spec.title);
    if (!options.baseline().empty()) {
        if (Status chosen = chooseBaseline(reader, options.baseline(), spec); !chosen)
            return chosen.error();
    }
    return spec;
}

/// Writes the figure. A changed spec is passed to the drawing program in a temporary file.
Status writeChanged(const FigureCommandOptions &options, const PaperFigure &figure,
                    const FigureSpec &spec)
{
    const FigureTarget target{options.store, options.file, options.dotsPerInch};
    if (!options.isChanged())
        return writeFigure(options.spec, figure, target);
    const auto folder = TemporaryFolder::create("kloupe-figure");
    if (!folder)
        return folder.error();
    const std::filesystem::path file = folder->path() / "spec.json";
    if (Status written = writeFileAtomic(file, text(spec)); !written)
        return written;
    return writeFigure(file.string(), figure, target);
}

ExitCode one(const FigureCommandOptions &options, const Console &console)
{
    const auto reader = openStore(options.store);
    if (!reader)
        return console.fail(reader.error());
    const auto spec = figureSpecNamed(options.spec, **reader);
    if (!spec)
        return console.fail(spec.error());
    const auto changed = changedSpec(**reader, *spec, options);
    if (!changed)
        return console.fail(changed.error());
    const auto figure = makePaperFigure(**reader, *changed);
    if (!figure)
        return console.fail(figure.error());
    if (const Status written = writeChanged(options, *figure, *changed); !written)
        return console.fail(written.error());
    console.line(options.file.string());
    console.line(figure->caption);
    console.document({{"file", options.file.string()},
                      {"data_sha256", figure->dataHash},
                      {"caption", figure->caption}});
    return ExitCode::Ok;
}

ExitCode list(const FigureCommandOptions &options, const Console &console)
{
    const auto reader = openStore(options.store);
    if (!reader)
        return console.fail(reader.error());
    const auto lines = figureLines(**reader);
    if (!lines)
        return console.fail(lines.error());
    Json out = Json::array();
    for (const PaperFigureLine &line : *lines) {
        console.line(fmt::format("{}: {}", line.name, line.state));
        for (const std::string &moved : line.moved)
            console.line("    " + moved);
        out.push_back({{"name", line.name}, {"state", line.state}, {"moved", line.moved}});
    }
    if (lines->empty())
        console.line("no figures; kloupe figure STORE SPEC --save stores one, kloupe figure "
                     "--gallery lists templates");
    console.document({{"figures", out}});
    return ExitCode::Ok;
}

ExitCode gallery(const Console &console)
{
    const auto folder = findFigureGallery();
    if (!folder)
        return console.fail(folder.error());
    const auto specs = readFigureSpecs(*folder);
    if (!specs)
        return console.fail(specs.error());
    Json out = Json::array();
    for (const FigureSpec &spec : *specs) {
        console.line(fmt::format("{}: {}", spec.name, spec.title));
        out.push_back({{"name", spec.name}, {"title", spec.title}});
    }
    console.document({{"gallery", out}});
    return ExitCode::Ok;
}

Result<std::string> saved(const FigureCommandOptions &options)
{
    const auto reader = openStore(options.store);
    if (!reader)
        return reader.error();
    const auto spec = figureSpecNamed(options.spec, **reader);
    if (!spec)
        return spec.error();
    const auto changed = changedSpec(**reader, *spec, options);
    if (!changed)
        return changed.error();
    const auto writer = openToChange(options.store);
    if (!writer)
        return writer.error();
    const Status kept = (*writer)->saveFigure(
        {spec->name, text(*changed), isoTime(systemClock().wallNow()), {}, {}, {}});
    if (!kept)
        return kept.error();
    return spec->name;
}

ExitCode change(const FigureCommandOptions &options, const Console &console)
{
    if (options.isSave) {
        const auto name = saved(options);
        if (!name)
            return console.fail(name.error());
        console.line(fmt::format("{} is a figure of {}", *name, options.store.string()));
        console.document({{"saved", *name}});
        return ExitCode::Ok;
    }
    const auto writer = openToChange(options.store);
    if (!writer)
        return console.fail(writer.error());
    if (const Status removed = (*writer)->removeFigure(options.remove); !removed)
        return console.fail(removed.error());
    console.line(options.remove + " is removed");
    console.document({{"removed", options.remove}});
    return ExitCode::Ok;
}

ExitCode updateAll(const FigureCommandOptions &options, const Console &console)
{
    const auto updates
        = updateFigures({options.store, options.all, options.dotsPerInch}, options.formats);
    if (!updates)
        return console.fail(updates.error());
    Json out = Json::array();
    for (const PaperFigureLine &line : *updates) {
        console.line(fmt::format("{}: {}", line.name, line.state));
        for (const std::string &moved : line.moved)
            console.line("    " + moved);
        out.push_back({{"name", line.name}, {"state", line.state}, {"moved", line.moved}});
    }
    if (updates->empty())
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
    command->callback([=, &chosen] {
        chosen = [options](const Console &console) { return figure(*options, console); };
    });
}

} // namespace loupe::cli
