// SPDX-License-Identifier: Apache-2.0
#include "core/store/write/storewriter.h"

#include <map>
#include <sstream>

#include "tests/e2e/kloupeprocess.h"

namespace loupe {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

Words joined(Words first, const Words &second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

std::string text(const Words &words)
{
    std::string out = "kloupe";
    for (const std::string &word : words)
        out += " " + word;
    return out;
}

int timesIn(const std::string &text, const std::string &part)
{
    int count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++count;
    return count;
}

/// Returns the words after "Subcommands:" in a help text, up to the next paragraph.
Words subcommandsIn(const std::string &help)
{
    std::istringstream lines(help);
    std::string line;
    Words names;
    bool isInside = false;
    while (std::getline(lines, line)) {
        if (line == "Subcommands:")
            isInside = true;
        else if (line.empty())
            isInside = false;
        else if (isInside && line.size() > 2 && line[2] != ' ')
            names.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
    return names;
}

/// Returns the error object that --json writes to standard error.
Json errorIn(const test::KloupeResult &result)
{
    const auto parsed = parseJson(result.err, "standard error of kloupe");
    EXPECT_TRUE(parsed) << result.err;
    return parsed && parsed->contains("error") ? parsed->at("error") : Json::object();
}

/// Tests every command of the help, including nested ones.
class CommandLineTest : public test::FolderTest
{
protected:
    struct Command {
        Words words;
        std::string help;
        bool hasStore() const { return help.find("\n  --store STORE") != std::string::npos; }
    };

    void SetUp() override
    {
        test::FolderTest::SetUp();
        writeStore("pristine.kloupe");
    }

    test::KloupeResult kloupe(const Words &words) { return test::runKloupe(words, root()); }
    std::string path(const std::string &relative) const { return (root() / relative).string(); }
    const std::vector<Command> &commands()
    {
        if (m_commands.empty())
            collect({});
        EXPECT_GT(m_commands.size(), 30U) << "the help lists its commands in another way";
        return m_commands;
    }

    /// Makes runs "first" and "second" with one evaluation each. The ids are 1 and 2.
    void writeStore(const std::string &name)
    {
        auto writer = StoreWriter::open(root() / name);
        ASSERT_TRUE(writer);
        Task task;
        task.suite = "suite";
        task.name = "Math/add";
        task.category = "Math";
        const auto taskId = (*writer)->addTask(task);
        const auto methodId = (*writer)->addMethod({"author", "model", "", false});
        ASSERT_TRUE(taskId && methodId);
        for (const char *runName : {"first", "second"}) {
            loupe::Run run; // gtest has a Run of its own
            run.uuid = std::string(runName) == "first" ? "0123456789abcdef0123456789abcdef"
                                                       : "fedcba9876543210fedcba9876543210";
            run.name = runName;
            run.suite = "suite";
            const auto runId = (*writer)->beginRun(run);
            ASSERT_TRUE(runId);
            Evaluation evaluation;
            evaluation.candidate.task = task.name;
            evaluation.candidate.method = "author";
            evaluation.verdict = Verdict::Correct;
            evaluation.speedup = 2.0;
            ASSERT_TRUE((*writer)->record(*runId, *taskId, *methodId, evaluation));
            ASSERT_TRUE((*writer)->setRunState(*runId, "finished", "2026-11-21T10:00:00Z"));
        }
    }

    /// Returns the arguments that a command needs in addition to its store. Commands without an
    /// entry get none; their errors are compared instead.
    Words besides(const Command &command) const
    {
        const std::map<Words, Words> known{
            {{"annotate"}, {"1"}},
            {{"bundle"}, {"1", "-o", path("bundle")}},
            {{"compare"}, {"second", "--baseline", "first"}},
            {{"export"}, {"--table", "evaluations"}},
            {{"figure"}, {"--list"}},
            {{"import"}, {"auto", path("absent.json")}},
            {{"presets", "clone"}, {"nightly", "daily"}},
            {{"presets", "remove"}, {"nightly"}},
            {{"presets", "show"}, {"nightly"}},
            {{"profile"}, {"1"}},
            {{"query"}, {"task:add"}},
            {{"report"}, {"-o", path("report")}},
            {{"rerun"}, {"1"}},
            {{"review"}, {"--list"}},
            {{"run"}, {"--candidates", path("absent")}},
            {{"show"}, {"1"}},
            {{"sql"}, {"SELECT id FROM v_evaluation"}},
            {{"suites", "audit"}, {path("absent")}},
        };
        const auto found = known.find(command.words);
        return found == known.end() ? Words() : found->second;
    }

    struct Outcome {
        int exitCode;
        std::string out;
        std::string err;
    };

    /// Runs the command on a new copy of the store.
    Outcome onFreshStore(const Words &words)
    {
        for (const char *made : {"s.kloupe", "s.kloupe-wal", "s.kloupe-shm", "bundle", "report"})
            fs::remove_all(root() / made);
        fs::copy_file(root() / "pristine.kloupe", root() / "s.kloupe");
        const auto result = kloupe(words);
        return {result.exitCode, result.out, result.err};
    }

private:
    void collect(const Words &words)
    {
        const auto help = kloupe(joined(words, {"--help"}));
        ASSERT_EQ(help.exitCode, 0) << text(words) << help.err;
        m_commands.push_back({words, help.out});
        for (const std::string &name : subcommandsIn(help.out))
            collect(joined(words, {name}));
    }

    std::vector<Command> m_commands; ///< the first is kloupe itself
};

} // namespace

TEST_F(CommandLineTest, EveryCommandHasHelp)
{
    for (const Command &command : commands()) {
        EXPECT_NE(command.help.find("Usage: " + text(command.words)), std::string::npos)
            << command.help;
        std::istringstream lines(command.help);
        for (std::string line; std::getline(lines, line);)
            EXPECT_LE(line.size(), 110U) << text(command.words) << ": " << line;
        // --help works even if other arguments are wrong.
        EXPECT_EQ(kloupe(joined(command.words, {"--help", "--xylophone"})).exitCode, 0);
    }
}

TEST_F(CommandLineTest, HelpAndVersionAreCommandsToo)
{
    EXPECT_EQ(kloupe({"help"}).out, kloupe({"--help"}).out);
    EXPECT_EQ(kloupe({"help", "run"}).out, kloupe({"run", "--help"}).out);
    EXPECT_EQ(kloupe({"help", "suites", "list"}).out, kloupe({"suites", "list", "--help"}).out);
    EXPECT_EQ(kloupe({"version"}).out, kloupe({"--version"}).out);
    EXPECT_EQ(kloupe({"--json", "version"}).json(), kloupe({"--version", "--json"}).json());
    const auto unknown = kloupe({"help", "ovreview"});
    EXPECT_EQ(unknown.exitCode, 2);
    EXPECT_NE(unknown.err.find("overview"), std::string::npos) << unknown.err;
}

TEST_F(CommandLineTest, UnknownOptionIsRefusedOnceWithASuggestion)
{
    for (const Command &command : commands()) {
        const Words words = joined(command.words, {"--hepl"});
        const auto slip = kloupe(words);
        EXPECT_EQ(slip.exitCode, 2) << text(words);
        EXPECT_EQ(slip.out, "") << text(words);
        EXPECT_EQ(timesIn(slip.err, "there is no option --hepl"), 1) << text(words) << slip.err;
        EXPECT_EQ(timesIn(slip.err, "did you mean \"--help\"?"), 1) << text(words) << slip.err;
        EXPECT_EQ(timesIn(slip.err, "\n"), 2) << slip.err;
        const auto far = kloupe(joined(command.words, {"--xylophone"}));
        EXPECT_EQ(far.exitCode, 2);
        EXPECT_EQ(far.err.find("did you mean"), std::string::npos) << far.err;
    }
}

TEST_F(CommandLineTest, UsageErrorsAreJsonOnRequest)
{
    for (const Command &command : commands()) {
        for (const Words &words : {joined(command.words, {"--hepl", "--json"}),
                                   joined(joined({"--json"}, command.words), {"--hepl"})}) {
            const auto result = kloupe(words);
            EXPECT_EQ(result.exitCode, 2) << text(words);
            EXPECT_EQ(result.out, "") << text(words);
            const Json error = errorIn(result);
            EXPECT_EQ(error.value("code", ""), "usage") << text(words);
            EXPECT_EQ(error.value("message", ""), "there is no option --hepl");
            EXPECT_NE(error.value("hint", "").find("--help"), std::string::npos);
        }
    }
    const auto missing = kloupe({"query", "--json"});
    EXPECT_EQ(missing.exitCode, 2);
    EXPECT_EQ(errorIn(missing).at("where"), "query");
    EXPECT_EQ(
        kloupe({"--version", "--json"}).json().at("version").get<std::string>().find("kloupe "),
        0U);
}

TEST_F(CommandLineTest, StoreIsTheFirstArgumentOrAnOption)
{
    const std::string store = path("s.kloupe");
    int count = 0;
    const auto said = [](const Outcome &outcome) {
        return std::to_string(outcome.exitCode) + "\n" + outcome.out + "\n" + outcome.err;
    };
    for (const Command &command : commands()) {
        if (!command.hasStore())
            continue;
        ++count;
        const Words more = besides(command);
        const Outcome word = onFreshStore(joined(joined(command.words, {store}), more));
        const Outcome option
            = onFreshStore(joined(joined(command.words, more), {"--store", store}));
        const Outcome ahead = onFreshStore(
            joined(joined(joined({"--store=" + store}, command.words), {"--json"}), more));
        const Outcome json
            = onFreshStore(joined(joined(command.words, {store}), joined(more, {"--json"})));
        EXPECT_EQ(said(word), said(option)) << text(command.words);
        EXPECT_EQ(said(json), said(ahead)) << text(command.words);
        EXPECT_EQ(word.err.find("STORE is missing"), std::string::npos) << word.err;
        EXPECT_EQ(word.err.find("given more than once"), std::string::npos) << word.err;
    }
    EXPECT_GE(count, 25);
    EXPECT_EQ(onFreshStore({"show", store, "1"}).exitCode, 0);
    EXPECT_EQ(onFreshStore({"compare", store, "second", "--baseline", "first"}).exitCode, 0);
    EXPECT_EQ(onFreshStore({"compare", "second", "--store", store, "--baseline", "first"}).exitCode,
              0);
}

TEST_F(CommandLineTest, RefusesTwoStoresUnlessEqual)
{
    const std::string store = path("pristine.kloupe");
    fs::copy_file(store, root() / "other.kloupe");
    fs::copy_file(store, root() / "database"); // recognised as a store by its content
    for (const std::string &other : {path("other.kloupe"), path("database"), path("absent.kloupe")})
        for (const Words &words :
             {Words{"query", other, "--store", store}, Words{"query", "--store=" + store, other},
              Words{"query", "--sort", "speedup", other, "--store", store},
              Words{"query", "--json", other, "--store", store},
              Words{"show", other, "1", "--store", store},
              Words{"import", other, "auto", "x", "--store", store}}) {
            const auto result = kloupe(joined(words, {"--json"}));
            EXPECT_EQ(result.exitCode, 2) << text(words);
            EXPECT_EQ(errorIn(result).value("message", ""),
                      "two stores are given: " + other + " and --store " + store);
        }
    EXPECT_FALSE(fs::exists(root() / "absent.kloupe"));
    const auto once = kloupe({"query", store, "--json"});
    for (const Words &words :
         {Words{"query", store, "--store", store}, Words{"query", "--store", store, store}}) {
        const auto twice = kloupe(joined(words, {"--json"}));
        EXPECT_EQ(twice.exitCode, 0) << text(words) << twice.err;
        EXPECT_EQ(twice.out, once.out);
    }
    // A value of another option, or a filter, is not a second store.
    EXPECT_EQ(kloupe({"query", "run:x.kloupe", "--store", store}).exitCode, 0);
    EXPECT_EQ(kloupe({"runs", "--store", store, "--pin", "x.kloupe", "--person", "P"}).exitCode, 3);
}

TEST_F(CommandLineTest, RefusesOtherFilesWithoutChangingThem)
{
    fs::create_directories(root() / "folder");
    write("text.kloupe", "this is no database, but long enough to be looked at as if it were one");
    write("empty.kloupe", "");
    for (const Command &command : commands()) {
        if (!command.hasStore() || command.words == Words{"suites", "audit"})
            continue;
        const bool makesStore = command.words == Words{"demo"};
        for (const std::string name : {"folder", "text.kloupe", "absent.kloupe", "empty.kloupe"}) {
            if (makesStore && name == "absent.kloupe")
                continue;
            const Words words = joined(joined(command.words, {path(name)}), besides(command));
            const auto result = kloupe(words);
            EXPECT_TRUE(result.exitCode == 2 || result.exitCode == 3)
                << text(words) << ": " << result.exitCode << result.err;
            EXPECT_NE(result.err, "") << text(words);
        }
        EXPECT_FALSE(fs::exists(root() / "absent.kloupe")) << text(command.words);
        fs::remove(root() / "absent.kloupe");
        EXPECT_EQ(fs::file_size(root() / "empty.kloupe"), 0U) << text(command.words);
        write("empty.kloupe", "");
    }
    EXPECT_EQ(*readFile(root() / "text.kloupe"),
              "this is no database, but long enough to be looked at as if it were one");
}

TEST_F(CommandLineTest, EmptyStoreIsNoError)
{
    ASSERT_TRUE(StoreWriter::open(root() / "none.kloupe"));
    for (const Words &words :
         {Words{"query"}, Words{"runs"}, Words{"metrics"}, Words{"clusters"}, Words{"check"},
          Words{"audit"}, Words{"views"}, Words{"export"}, Words{"presets", "list"},
          Words{"review", "--list"}, Words{"figure", "--list"}, Words{"stats"},
          Words{"stats", "--show", "rounds"}, Words{"stats", "--show", "devices"},
          Words{"report", "-o", path("report")}}) {
        const auto result = kloupe(joined(words, {"--store", path("none.kloupe")}));
        EXPECT_EQ(result.exitCode, 0) << text(words) << result.err;
        EXPECT_EQ(result.out.find("nan"), std::string::npos) << result.out;
    }
}

TEST_F(CommandLineTest, TypingErrorsGiveASuggestion)
{
    const std::string store = path("pristine.kloupe");
    struct Slip {
        Words words;
        int exitCode;
        std::string meant;
    };
    for (const auto &[words, exitCode, meant] :
         std::vector<Slip>{{{"qurey"}, 2, "query"},
                           {{"suites", "lsit"}, 2, "list"},
                           {{"presets", "shwo"}, 2, "show"},
                           {{"query", store, "--sort", "speedpu"}, 2, "speedup"},
                           {{"metrics", store, "--by", "catgory"}, 2, "category"},
                           {{"stats", store, "--first", "metod"}, 2, "method"},
                           {{"import", store, "kernelbnech", "x.json"}, 2, "kernelbench"},
                           {{"run", store, "--cache", "colt"}, 2, "cold"},
                           {{"query", store, "staus:correct"}, 3, "status"},
                           {{"query", store, "status:corect"}, 3, "correct"},
                           {{"compare", store, "frist"}, 3, "first"},
                           {{"runs", store, "--pin", "firts", "--person", "P"}, 3, "first"}}) {
        Words all = words;
        if (words.front() == "compare")
            all = joined(all, {"--baseline", "first"});
        const auto result = kloupe(all);
        EXPECT_EQ(result.exitCode, exitCode) << text(all) << result.err;
        EXPECT_EQ(timesIn(result.err, "did you mean \"" + meant + "\"?"), 1) << result.err;
    }
    const auto far = kloupe({"teleport"});
    EXPECT_EQ(far.err.find("did you mean"), std::string::npos) << far.err;
}

TEST_F(CommandLineTest, NumbersAreCheckedAgainstTheirRangeInWords)
{
    const std::string store = path("pristine.kloupe");
    struct Refusal {
        Words words;
        std::string option;
        std::string range;
        Words values;
    };
    const Words never{"0", "-1", "1.5", "nan", "inf", "many", "99999999999999999999"};
    for (const auto &[words, option, range, values] : std::vector<Refusal>{
             {{"run", store}, "--jobs", "a whole number from 1 to 1024", never},
             {{"run", store}, "--rotate", "a whole number from 1 to 1024", never},
             {{"run", store}, "--samples", "a whole number from 1 to 1000000", never},
             {{"run", store},
              "--timing-interval",
              "a number from",
              {"0", "nan", "inf", "-0.1", "1"}},
             {{"run", store}, "--memory", "a number above 0", {"0", "nan", "inf", "-2", "1e300"}},
             {{"run", store}, "--call-seconds", "a number above 0", {"0", "nan", "inf", "soon"}},
             {{"query", store}, "--limit", "a whole number, 1 or more", {"0", "-1", "nan", "1.5"}},
             {{"metrics", store}, "--pass-at", "a whole number", never},
             {{"metrics", store}, "--fast-p", "a number, 0 or more", {"-1", "nan", "inf", "fast"}},
             {{"metrics", store}, "--resamples", "a whole number from 100 to", {"99", "nan", "-1"}},
             {{"metrics", store}, "--seed", "a whole number, 0 or more", {"-1", "nan", "1.5"}},
             {{"clusters", store}, "--top", "a whole number", never},
             {{"sql", store, "SELECT 1"}, "--rows", "a whole number, 1 or more", {"0", "-1", "x"}},
             {{"sql", store, "SELECT 1"}, "--seconds", "a number from", {"0", "nan", "inf", "-1"}},
             {{"run", store, "--candidates", path("m")},
              "--shard",
              "INDEX/COUNT, as 2/4; ",
              {"3/2", "0/2", "-1/2", "2", "x"}},
             {{"figure", store}, "--dpi", "a whole number from 36 to 2400", never}}) {
        for (const std::string &value : values) {
            const Words all = joined(words, {option + "=" + value});
            const auto result = kloupe(all);
            EXPECT_EQ(result.exitCode, 2) << text(all);
            EXPECT_EQ(timesIn(result.err, option + " must be " + range), 1)
                << text(all) << result.err;
            EXPECT_TRUE(result.err.find("not " + value) != std::string::npos
                        || result.err.find("not \"" + value + "\"") != std::string::npos)
                << result.err;
        }
    }
    const auto tooMany = kloupe({"query", store, "--limit", "99999999999"});
    EXPECT_NE(tooMany.err.find("--limit must be at most 1000000000, not 99999999999"),
              std::string::npos)
        << tooMany.err;
    const auto beyondAll = kloupe({"metrics", store, "--seed", "99999999999999999999"});
    EXPECT_NE(beyondAll.err.find("--seed must be at most 9223372036854775807, not 9999"),
              std::string::npos)
        << beyondAll.err;
    EXPECT_EQ(kloupe({"show", store, "1e1"}).exitCode, 2);
}

TEST_F(CommandLineTest, AnnotationsNeedAPerson)
{
    const std::string store = path("pristine.kloupe");
    for (const Words &words :
         {Words{"annotate", store, "1", "--tag", "x"}, Words{"annotate", store, "1", "--note", "x"},
          Words{"annotate", store, "1", "--state", "new"},
          Words{"review", store, "1", "--decision", "cleared", "--reason", "seen"},
          Words{"runs", store, "--pin", "first"}}) {
        const auto result = kloupe(words);
        EXPECT_EQ(result.exitCode, 2) << text(words);
        EXPECT_EQ(timesIn(result.err, "also needs --person"), 1) << result.err;
    }
}

TEST_F(CommandLineTest, RefusesUnexpectedArguments)
{
    const std::string store = path("pristine.kloupe");
    struct Refusal {
        Words words;
        int exitCode;
        std::string part;
    };
    for (const auto &[words, exitCode, part] : std::vector<Refusal>{
             {{"annotate", store}, 2, "annotate: EVALUATION is missing"},
             {{"annotate", "1", "--note", "x"}, 2, "STORE is missing: there is no store \"1\""},
             {{"import", "auto", path("m")}, 2, "STORE is missing: there is no store \"auto\""},
             {{"show", ""}, 2, "STORE must not be empty"},
             {{"run", root().string(), "--candidates", path("m")}, 2, "is a folder"},
             {{"run", store}, 2, "kloupe run STORE --candidates FOLDER"},
             {{"run", store, "--candidates", store, "--dry-run"}, 3, "is a file, not a folder"},
             {{"run", store, "--candidates", path("m"), "--on", "moon"}, 3, "ssh:HOST"},
             {{"rerun", store}, 2, "EVALUATIONS are missing"},
             {{"compare", store}, 2, "RUNS are missing"},
             {{"compare", store, "--a", "method:m"}, 2, "--b is missing"},
             {{"suites", "attach", store}, 2, "suites attach STORE --suite SUITE [OPTIONS]"},
             {{"report", store}, 2, "kloupe report [STORE] --output OUTPUT [OPTIONS]"},
             {{"review", store, "1"}, 2, "review: --decision is missing"},
             {{"metrics", store, "--choose", "x"}, 2, "--choose must be one of last, first"},
             {{"import", store, "ncu", "x.csv"}, 2, "import: --evaluation is missing"},
             {{"figure", store}, 2, "figure: SPEC is missing"},
             {{"hlep"}, 2, "did you mean \"help\"?"},
             {{"stats", store, "--first", "method"}, 2, "--second must be another factor"},
             {{"figure", store, "--all", path("d"), "--format", "gif"}, 2, "must be one of pdf"},
             {{"work", path("absent")}, 3, "there is no job in this folder"},
             {{"suites", "show", "softmx"}, 3, "did you mean \"softmax\"?"},
             {{"audit", store, "--run", "secnd"}, 3, "did you mean \"second\"?"},
             {{"run", store, "--toggle", "x=maybe"}, 2, "--toggle must be NAME=as_shipped"},
             {{"run", store, "--job", "xyz"}, 2, "--job must be 32 hexadecimal digits"}}) {
        const auto result = kloupe(words);
        EXPECT_EQ(result.exitCode, exitCode) << text(words) << result.err;
        EXPECT_EQ(timesIn(result.err, part), 1) << text(words) << result.err;
    }
    EXPECT_FALSE(fs::exists(root() / "absent"));
}

TEST_F(CommandLineTest, QueryPrintsTheIdsThatOtherCommandsTake)
{
    const std::string store = path("pristine.kloupe");
    const auto query = kloupe({"query", store});
    EXPECT_EQ(query.out.find("Id"), 0U) << query.out;
    std::istringstream lines(query.out);
    std::string line;
    std::string id;
    while (id.empty() && std::getline(lines, line)) {
        if (line.find("Math/add") != std::string::npos)
            std::istringstream(line) >> id;
    }
    EXPECT_EQ(id, "1") << query.out;
    EXPECT_EQ(kloupe({"show", store, id}).exitCode, 0);
    EXPECT_EQ(kloupe({"annotate", store, id}).exitCode, 0);
}

TEST_F(CommandLineTest, FailedOutputIsNoSuccess)
{
    if (!fs::exists("/dev/full"))
        GTEST_SKIP() << "this system has no /dev/full";
    const std::string line = std::string(LOUPE_BIN_DIR) + "/kloupe query '"
        + path("pristine.kloupe") + "' >/dev/full 2>'" + path("err") + "'";
    const int status = std::system(line.c_str()); // NOLINT(cert-env33-c): a shell's redirection
    EXPECT_EQ(WEXITSTATUS(status), 1);
    EXPECT_NE(readFile(root() / "err")->find("standard output: the output is not complete"),
              std::string::npos);
}

} // namespace loupe
