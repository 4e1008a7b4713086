// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/paperfigure.h"

#include "core/base/json.h"
#include "core/report/figures/figurechanges.h"
#include "core/report/figures/figuresource.h"

#include <algorithm>
#include <fstream>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

/// Store with correct evaluations of these speedups, and figures of it.
class PaperFigures : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        add({0.5, 1.5, 2.5, 4.0});
    }

    void add(const std::vector<double> &speedups)
    {
        const auto writer = openWriter();
        const MethodId method = must(writer->addMethod(sampleMethod("loop")));
        const auto known = writer->findRun("first");
        const RunId run = known ? known->first : must(writer->beginRun(sampleRun("first")));
        for (const double speedup : speedups) {
            const std::string name = "Math/task " + std::to_string(m_tasks++);
            const TaskId task = must(writer->addTask(sampleTask(name, "Math")));
            Evaluation each = sampleEvaluation(name, "loop");
            each.speedup = speedup;
            must(writer->record(run, task, method, each));
        }
    }

    static FigureSpec spec()
    {
        FigureSpec out;
        out.name = "boxes";
        out.chart.kind = ChartKind::SpeedupBoxes;
        return out;
    }
    PaperFigure figure(const FigureSpec &of = spec()) const
    {
        return must(makePaperFigure(*openReader(), of));
    }
    void keep(const StoredFigure &stored) const { mustSucceed(openWriter()->saveFigure(stored)); }
    std::filesystem::path writeSpec(const std::string &name, const std::string &title) const
    {
        FigureSpec out = spec();
        out.name = name;
        out.title = title;
        std::ofstream(folder() / (name + ".json")) << text(out);
        return folder() / (name + ".json");
    }

private:
    int m_tasks = 0;
};

} // namespace

TEST_F(PaperFigures, HashDoesNotDependOnStyle)
{
    const PaperFigure first = figure();
    EXPECT_EQ(first.dataHash.size(), 64U);
    EXPECT_EQ(figure().dataHash, first.dataHash);
    FigureSpec other = spec();
    other.title = "Another title";
    other.caption = "n = {n}";
    other.palette = FigurePalette::Grey;
    other.widthInches = 9;
    EXPECT_EQ(figure(other).dataHash, first.dataHash);
    EXPECT_EQ(figure(other).caption, "n = 4");
}

TEST_F(PaperFigures, AnotherNumberMakesAnExportedFigureStale)
{
    const PaperFigure before = figure();
    StoredFigure stored{"boxes", text(spec()), {}, before.dataHash, before.numbers, {}};
    EXPECT_EQ(stateOf(stored, figure()), FigureState::Current);
    add({8.0});
    const PaperFigure now = figure();
    EXPECT_EQ(stateOf(stored, now), FigureState::Stale);
    EXPECT_FALSE(must(movedNumbers(before.numbers, now.numbers)).empty());
    stored.dataHash = now.dataHash;
    EXPECT_EQ(stateOf(stored, now), FigureState::Current);
}

// The median of 0.5, 1.5, 2.5 and 4 is 2. Quartiles follow numpy's default ("linear").
TEST_F(PaperFigures, NumbersMatchTheRows)
{
    const PaperFigure made = figure();
    const auto value = std::ranges::find(made.table.columns, "value") - made.table.columns.begin();
    ASSERT_FALSE(made.table.rows.empty());
    EXPECT_EQ(made.table.rows.front().at(static_cast<std::size_t>(value)), DataCell(2.0));
    EXPECT_EQ(made.numbers.find("text"), std::string::npos) << "words repeat what numbers say";
    EXPECT_EQ(made.chart.n, 4);
}

TEST_F(PaperFigures, ItsFilterChoosesTheRows)
{
    FigureSpec narrow = spec();
    narrow.filter = "speedup>1";
    narrow.caption = "{filter}: {n}";
    EXPECT_EQ(figure(narrow).caption, "speedup>1: 3");
    narrow.filter = "speedup>";
    EXPECT_EQ(makePaperFigure(*openReader(), narrow).error().code, Errc::InvalidInput);
    narrow.filter = "method:nobody";
    const auto none = makePaperFigure(*openReader(), narrow);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, Errc::Unsupported);
    EXPECT_EQ(none.error().where, "figure boxes");
    EXPECT_EQ(none.error().hint, "widen the filter");
}

TEST_F(PaperFigures, StopsOnRequest)
{
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_EQ(makePaperFigure(*openReader(), spec(), stopped.get_token()).error().code,
              Errc::Cancelled);
}

TEST_F(PaperFigures, TextFilesHaveProvenance)
{
    const PaperFigure made = figure();
    const Json origin = Json::parse(provenance(made));
    EXPECT_EQ(origin.at("data_sha256"), made.dataHash);
    EXPECT_EQ(origin.at("spec").at("name"), "boxes");
    EXPECT_EQ(provenance(made).find('\n'), std::string::npos) << "it is one line";
    EXPECT_TRUE(must(figureText(made, "tex")).starts_with("% {\"data_sha256\":"));
    EXPECT_TRUE(must(figureText(made, "csv")).starts_with("panel,mark,")
                || must(figureText(made, "csv")).starts_with("mark,"));
    for (const char *drawn : {"pdf", "svg", "png", "pgf"})
        EXPECT_TRUE(isDrawnFormat(drawn)) << drawn;
    for (const char *none : {"", "pdf", "pgf", "CSV", "../csv"}) {
        EXPECT_EQ(isDrawnFormat(none), std::string_view(none).starts_with('p')) << none;
        EXPECT_EQ(figureText(made, none).error().code, Errc::InvalidInput) << none;
    }
}

TEST(FigureFormats, FollowTheFileExtension)
{
    EXPECT_EQ(formatOf("figures/a.PDF"), "pdf");
    EXPECT_EQ(formatOf("a.tar.Svg"), "svg");
    for (const char *none : {"", "a", ".pdf", "a.", "a.pdf/b"})
        EXPECT_EQ(formatOf(none), "") << none;
}

TEST_F(PaperFigures, PrefersStoreThenFileThenGallery)
{
    FigureSpec kept = spec();
    kept.name = "kernelbench-fast-p"; // a name of the gallery
    kept.title = "of the store";
    const auto galleryOne = must(figureSpecNamed("kernelbench-fast-p", *openReader()));
    EXPECT_NE(galleryOne.title, kept.title);
    keep({"kernelbench-fast-p", text(kept), "2026-01-01T00:00:00Z", {}, {}, {}});
    EXPECT_EQ(must(figureSpecNamed("kernelbench-fast-p", *openReader())).title, "of the store");
    const auto file = writeSpec("own", "of a file");
    EXPECT_EQ(must(figureSpecNamed(file.string(), *openReader())).title, "of a file");
}

TEST_F(PaperFigures, UnknownNameSuggestsTheNearest)
{
    const auto near = figureSpecNamed("kernelbench-fast-q", *openReader());
    ASSERT_FALSE(near);
    EXPECT_EQ(near.error().code, Errc::NotFound);
    EXPECT_NE(near.error().hint.find("kernelbench-fast-p"), std::string::npos) << near.error().hint;
    for (const char *word :
         {"../figures/kernelbench-fast-p", "/etc", "", "kernelbench-fast-p.json"})
        EXPECT_EQ(figureSpecNamed(word, *openReader()).error().code, Errc::NotFound) << word;
}

TEST_F(PaperFigures, OneInvalidSpecRefusesTheFolder)
{
    writeSpec("b", "2");
    writeSpec("a", "1");
    std::ofstream(folder() / "notes.txt") << "no spec";
    const auto both = must(readFigureSpecs(folder()));
    ASSERT_EQ(both.size(), 2U);
    EXPECT_EQ(both[0].name, "a") << "by name";
    std::ofstream(folder() / "c.json")
        << R"({"version": 1, "name": "c", "chart": {"kind": "pie"}})";
    const auto refused = readFigureSpecs(folder());
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().where.ends_with("c.json:chart.kind")) << refused.error().where;
    EXPECT_EQ(readFigureSpecs(folder() / "none").error().code, Errc::Io);
}

} // namespace loupe::test
