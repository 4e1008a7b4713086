// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"
#include "core/store/write/storewriter.h"

#include <cstdlib>

#include "tests/e2e/kloupeprocess.h"

namespace loupe {

namespace {

/// Store with three tasks, two of them correct, and a spec of a figure.
class FigureTest : public test::KloupeTest
{
protected:
    void SetUp() override
    {
        KloupeTest::SetUp();
        addRun("first", "0123456789abcdef0123456789abcdef", 2.0);
        const auto written = writeFileAtomic(
            root() / "spec.json",
            R"({"version": 1, "name": "mine", "chart": {"kind": "speedup_histogram"}})");
        ASSERT_TRUE(written);
    }

    void addRun(const std::string &name, const std::string &uuid, double speedup)
    {
        auto writer = StoreWriter::open(root() / "a.kloupe");
        ASSERT_TRUE(writer);
        loupe::Run run; // gtest has its own Run
        run.uuid = uuid;
        run.name = name;
        run.suite = "suite";
        const auto runId = (*writer)->beginRun(run);
        const auto methodId = (*writer)->addMethod({"author", "model", "", false});
        for (int i = 0; i < 3; ++i) {
            Task task;
            task.suite = "suite";
            task.name = "Math/task" + std::to_string(i);
            task.category = "Math";
            const auto taskId = (*writer)->addTask(task);
            ASSERT_TRUE(runId && methodId && taskId);
            Evaluation evaluation;
            evaluation.candidate.task = task.name;
            evaluation.candidate.method = "author";
            evaluation.verdict = i == 0 ? Verdict::WrongValue : Verdict::Correct;
            if (i > 0)
                evaluation.speedup = speedup * i;
            ASSERT_TRUE((*writer)->record(*runId, *taskId, *methodId, evaluation));
        }
    }

    std::string read(const std::string &name)
    {
        const auto text = readFile(root() / name);
        return text ? *text : std::string();
    }
};

} // namespace

TEST_F(FigureTest, TextFormatsNeedNoOtherProgram)
{
    const auto csv
        = kloupe({"figure", path("spec.json"), "--store", path("a.kloupe"), "-o", path("a.csv")});
    EXPECT_EQ(csv.exitCode, 0) << csv.err;
    EXPECT_NE(read("a.csv").find("Math"), std::string::npos);
    const auto tex
        = kloupe({"figure", path("spec.json"), "--store", path("a.kloupe"), "-o", path("a.tex")});
    EXPECT_EQ(tex.exitCode, 0);
    EXPECT_NE(read("a.tex").find("data_sha256"), std::string::npos);
    EXPECT_NE(kloupe({"figure", "nothing", "--store", path("a.kloupe"), "-o", path("b.csv")})
                  .err.find("no file, no figure"),
              std::string::npos);
}

TEST_F(FigureTest, StoreReportsChangedFigures)
{
    EXPECT_EQ(kloupe({"figure", path("spec.json"), "--store", path("a.kloupe"), "--save"}).exitCode,
              0);
    const std::vector<std::string> update{"--json", "figure",    "--store",  path("a.kloupe"),
                                          "--all",  path("out"), "--format", "csv"};
    const std::string first = kloupe(update).json().at("figures").at(0).at("state");
    EXPECT_EQ(first, "updated, was never exported");
    EXPECT_FALSE(read("out/mine.csv").empty());
    const std::string second = kloupe(update).json().at("figures").at(0).at("state");
    EXPECT_EQ(second, "current");
    addRun("second", "fedcba9876543210fedcba9876543210", 8.0);
    const Json listed = kloupe({"--json", "figure", "--store", path("a.kloupe"), "--list"}).json();
    EXPECT_EQ(std::string(listed.at("figures").at(0).at("state")).substr(0, 11), "out of date");
    EXPECT_FALSE(listed.at("figures").at(0).at("moved").empty());
    EXPECT_EQ(kloupe(update).json().at("figures").at(0).at("moved"),
              listed.at("figures").at(0).at("moved"));
    EXPECT_EQ(kloupe({"figure", "--store", path("a.kloupe"), "--remove", "mine"}).exitCode, 0);
}

TEST_F(FigureTest, OptionsChangeTheSpec)
{
    const auto titled = kloupe({"--json", "figure", path("spec.json"), "--store", path("a.kloupe"),
                                "-o", path("a.tex"), "--title", "Another", "--columns", "1"});
    EXPECT_EQ(titled.exitCode, 0) << titled.err;
    EXPECT_EQ(std::string(titled.json().at("caption")).substr(0, 8), "Another.");
    EXPECT_NE(read("a.tex").find("\"columns\":1"), std::string::npos);
    const auto none = kloupe({"figure", path("spec.json"), "--store", path("a.kloupe"), "-o",
                              path("b.csv"), "--page", "7"});
    EXPECT_NE(none.exitCode, 0) << "one panel has one page";
    EXPECT_EQ(kloupe({"figure", path("spec.json"), "--store", path("a.kloupe"), "--save",
                      "--panels", "4"})
                  .exitCode,
              0);
    EXPECT_EQ(kloupe({"figure", "mine", "--store", path("a.kloupe"), "-o", path("c.tex")}).exitCode,
              0);
    EXPECT_NE(read("c.tex").find("\"panels\":4"), std::string::npos);
}

TEST_F(FigureTest, BothProgramsDrawTheSameBytes)
{
    if (!std::filesystem::exists(std::string(LOUPE_BIN_DIR) + "/kernelloupe"))
        GTEST_SKIP() << "the desktop application is not part of this build";
    const auto drawn
        = kloupe({"figure", path("spec.json"), "--store", path("a.kloupe"), "-o", path("a.pdf")});
    ASSERT_EQ(drawn.exitCode, 0) << drawn.err;
    const std::string pdf = read("a.pdf");
    EXPECT_EQ(pdf.substr(0, 5), "%PDF-");
    kloupe({"figure", path("spec.json"), "--store", path("a.kloupe"), "-o", path("b.pdf")});
    EXPECT_EQ(read("b.pdf"), pdf);
    // In another time zone, and drawn directly by kernelloupe.
    const std::string elsewhere = "TZ=NPT-5:45 LC_ALL=C.UTF-8 " LOUPE_BIN_DIR
                                  "/kernelloupe --figure "
        + path("spec.json") + " --store " + path("a.kloupe") + " -o " + path("c.pdf");
    ASSERT_EQ(std::system(elsewhere.c_str()), 0); // NOLINT(concurrency-mt-unsafe)
    EXPECT_EQ(read("c.pdf"), pdf);
    // kernelloupe must write the same numbers as kloupe.
    kloupe({"figure", path("spec.json"), "--store", path("a.kloupe"), "-o", path("a.csv")});
    const std::string command = std::string(LOUPE_BIN_DIR) + "/kernelloupe --figure "
        + path("spec.json") + " --store " + path("a.kloupe") + " -o " + path("b.csv");
    ASSERT_EQ(std::system(command.c_str()), 0); // NOLINT(concurrency-mt-unsafe)
    EXPECT_EQ(read("b.csv"), read("a.csv"));
}

// Uses figures as a paper does: two PDFs and a pgf picture on one page.
TEST_F(FigureTest, LatexAcceptsThem)
{
    const auto run = [](const std::string &command) {
        return std::system(
            (command + " > /dev/null 2>&1").c_str()); // NOLINT(concurrency-mt-unsafe)
    };
    if (run("pdflatex --version") != 0 || run("kpsewhich pgf.sty") != 0)
        GTEST_SKIP() << "pdflatex with pgf is not installed: no LaTeX page was compiled";
    if (!std::filesystem::exists(std::string(LOUPE_BIN_DIR) + "/kernelloupe"))
        GTEST_SKIP() << "the desktop application is not part of this build";
    addRun("hostile_100%&#{}~^\\$_\"<>|-- ○中é", "00112233445566778899aabbccddeeff", 3.0);
    const auto spec = writeFileAtomic(
        root() / "violins.json",
        R"({"version": 1, "name": "violins", "title": "50 % & more_#1 {of} $x^2$ \\ ~",
            "letters": true, "show_title": true,
            "chart": {"kind": "speedup_violins", "group_by": "run"}})");
    ASSERT_TRUE(spec);
    for (const char *file : {"one.pdf", "one.pgf", "one.tex", "one.svg"})
        ASSERT_EQ(
            kloupe({"figure", path("spec.json"), "--store", path("a.kloupe"), "-o", path(file)})
                .exitCode,
            0)
            << file;
    for (const char *file : {"two.pdf", "two.pgf"})
        ASSERT_EQ(
            kloupe({"figure", path("violins.json"), "--store", path("a.kloupe"), "-o", path(file)})
                .exitCode,
            0)
            << file;
    ASSERT_TRUE(writeFileAtomic(root() / "page.tex", R"(\documentclass{article}
\usepackage{graphicx,booktabs}
\usepackage{pgf,textcomp}
\begin{document}
\begin{figure}\includegraphics{one.pdf}\includegraphics{two.pdf}\end{figure}
\begin{figure}\input{one.pgf}\end{figure}
\begin{figure}\input{two.pgf}\end{figure}
\input{one.tex}
\end{document}
)"));
    const std::string command
        = "cd '" + root().string() + "' && pdflatex -interaction=nonstopmode -halt-on-error page";
    EXPECT_EQ(run(command), 0) << read("page.log");
    EXPECT_EQ(read("page.pdf").substr(0, 5), "%PDF-");
}

} // namespace loupe
