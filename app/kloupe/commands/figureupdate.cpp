// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/figureupdate.h"

#include "app/kloupe/options/openstore.h"
#include "core/base/clock.h"
#include "core/base/counted.h"
#include "core/base/files.h"
#include "core/sandbox/child/childprocess.h"
#include "core/store/write/storewriter.h"

#include <chrono>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace loupe::cli {

namespace fs = std::filesystem;

namespace {

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

} // namespace

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

Result<std::vector<PaperFigureLine>> figureLines(StoreReader &reader)
{
    const auto stored = reader.figures();
    if (!stored)
        return stored.error();
    std::vector<PaperFigureLine> out;
    out.reserve(stored->size());
    for (const StoredFigure &each : *stored) {
        const auto now = figureNow(each, reader);
        out.push_back(
            now ? lineOf(each, *now)
                : PaperFigureLine{each.name, "cannot be made: " + now.error().text(), {}});
    }
    return out;
}

Result<std::vector<PaperFigureLine>> updateFigures(const FigureTarget &target,
                                                   const std::vector<std::string> &formats)
{
    std::error_code failed;
    fs::create_directories(target.place, failed);
    if (failed)
        return Error{.code = Errc::Io,
                     .message = "the folder cannot be made",
                     .where = target.place.string(),
                     .detail = failed.message()};
    const auto reader = openStore(target.store);
    if (!reader)
        return reader.error();
    const auto stored = (*reader)->figures();
    if (!stored)
        return stored.error();
    std::vector<PaperFigureLine> out;
    std::vector<StoredFigure> exported;
    for (StoredFigure each : *stored) {
        const auto now = isFigureName(each.name)
            ? figureNow(each, **reader)
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
    const auto writer = StoreWriter::open(target.store);
    if (!writer)
        return writer.error();
    const Status kept = (*writer)->transaction([&]() -> Status {
        for (const StoredFigure &each : exported) {
            if (Status recorded = (*writer)->recordExport(each); !recorded)
                return recorded;
        }
        return {};
    });
    if (!kept)
        return kept.error();
    return out;
}

} // namespace loupe::cli
