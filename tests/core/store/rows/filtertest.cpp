// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest.h"
#include "core/store/rows/filtersql.h"

#include <cmath>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

/// One row of the fixture, with every field that filters can use.
struct Row {
    std::string task;
    std::string category;
    std::optional<int> level;
    std::string method;
    std::string run;
    int sample = 0;
    int round = 0;
    Verdict verdict = Verdict::Correct;
    std::optional<double> speedup;
    std::string message;
    std::vector<std::string> flags;
};

const std::vector<Row> &fixtureRows()
{
    static const std::vector<Row> rows{
        {"Math/add", "Math", 1, "gpt 4o", "first", 0, 0, Verdict::Correct, 2.0, "fine", {}},
        {"Math/add", "Math", 1, "gpt 4o", "first", 0, 1, Verdict::WrongValue, {}, "50% off", {}},
        {"Math/add", "Math", 1, "gpt 4o", "first", 0, 2, Verdict::NotRecorded, {}, "", {"odd"}},
        {"Fusion/a_b", "Fusion", {}, "GPT_4O", "first", 0, 0, Verdict::CompileError, {}, "ö", {}},
        {"Fusion/axb", "Fusion", 3, "GPT_4O", "second", 0, 0, Verdict::RunTimeout, {}, "slow", {}},
        {"Fusion/axb",
         "Fusion",
         3,
         "demo",
         "second",
         1,
         0,
         Verdict::Correct,
         0.5,
         "",
         {"odd", "x"}},
        {"none", "", 5, "demo", "second", 0, 0, Verdict::InfraError, {}, "disk' OR 1=1 --", {}},
    };
    return rows;
}

class FilterTest : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        auto writer = openWriter();
        for (const Row &row : fixtureRows())
            add(*writer, row);
        writer.reset();
        reader = openReader();
    }

    void add(StoreWriter &writer, const Row &row)
    {
        Task task = sampleTask(row.task, row.category);
        task.level = row.level;
        const Method method = sampleMethod(row.method, row.method == "demo");
        loupe::Run run = sampleRun(row.run);
        run.environment.deviceName = row.run == "first" ? "H200" : "RTX 4090";
        run.precision = row.run == "first" ? "fp32" : "";
        run.profileJson = row.run == "first"
            ? R"({"engine":{"clock":"cupti","suite_version":"abc1"},"timing":{"cache":"cold"}})"
            : R"({"clock":"do_bench"})";
        if (!runs.contains(row.run))
            runs[row.run] = must(writer.beginRun(run));
        Evaluation evaluation = sampleEvaluation(row.task, row.method);
        evaluation.candidate.sample = row.sample;
        evaluation.candidate.round = row.round;
        evaluation.verdict = row.verdict;
        evaluation.strictVerdict = Verdict::NotRecorded;
        evaluation.speedup = row.speedup;
        evaluation.baseline = row.run == "first" ? "eager" : "torch.compile (default)";
        if (row.method == "demo")
            evaluation.baseline.clear();
        evaluation.message = row.message;
        evaluation.flags = row.flags;
        if (row.verdict == Verdict::CompileError) {
            evaluation.candidate.source = "tokens";
            evaluation.candidate.cost = {100, 60, 1, 0.25, {}};
        }
        if (row.sample == 1)
            evaluation.traits = {MadeOf::Mixed, 0.25, Arithmetic::Reduced};
        if (row.verdict == Verdict::RunTimeout)
            evaluation.traits.madeOf = MadeOf::LibraryOnly;
        if (row.message == "fine")
            evaluation.findings.push_back(
                {"speedup_limit", RuleLayer::Record, FindingSeverity::Proof, "why", 0});
        must(writer.record(runs[row.run], must(writer.addTask(task)),
                           must(writer.addMethod(method)), evaluation));
    }

    /// Returns the indices into fixtureRows() that match, as text: "0 3 5".
    std::string found(const std::string &text, SortOrder order = {})
    {
        const auto ids = reader->ids(must(parseFilter(text)), order);
        if (!ids)
            return ids.error().text();
        std::string out;
        for (const RowId id : *ids)
            out += (out.empty() ? "" : " ") + std::to_string(id.value - 1);
        return out;
    }

    std::map<std::string, RunId> runs;
    std::unique_ptr<StoreReader> reader;
};

} // namespace

TEST_F(FilterTest, EachFieldSelectsItsRows)
{
    EXPECT_EQ(found(""), "0 1 2 3 4 5 6");
    EXPECT_EQ(found("status:correct"), "5");
    EXPECT_EQ(found("status:flagged"), "0") << "correct, with a proof of cheating";
    EXPECT_EQ(found("status:correct,flagged"), "0 5");
    EXPECT_EQ(found("-status:flagged"), "1 2 3 4 5 6");
    EXPECT_EQ(found("status:failed"), "1 3 4");
    EXPECT_EQ(found("status:unknown,infra_error"), "2 6");
    EXPECT_EQ(found("verdict:compile_error"), "3");
    EXPECT_EQ(found("verdict:*timeout"), "4");
    EXPECT_EQ(found("strict:not_recorded"), "0 1 2 3 4 5 6");
    EXPECT_EQ(found("category:Math"), "0 1 2");
    EXPECT_EQ(found("suite:native -category:Math"), "3 4 5 6");
    EXPECT_EQ(found("task:Fusion/axb"), "4 5");
    EXPECT_EQ(found("method:\"gpt 4o\""), "0 1 2");
    EXPECT_EQ(found("run:second"), "4 5 6");
    EXPECT_EQ(found("device:\"RTX*\""), "4 5 6");
    EXPECT_EQ(found("device:4090"), "4 5 6");
    EXPECT_EQ(found("device:rtx,h2"), "0 1 2 3 4 5 6") << "part of the name, in any case";
    EXPECT_EQ(found("-device:rtx"), "0 1 2 3");
    EXPECT_EQ(found("device:\"4090\""), "") << "in quotes it is the whole name";
    EXPECT_EQ(found("device:\"RTX 4090\",h200"), "0 1 2 3 4 5 6");
    EXPECT_EQ(found("device:H_00"), "") << "no wildcard of SQL";
    EXPECT_EQ(found("flag:odd"), "2 5");
    EXPECT_EQ(found("flag:none"), "0 1 3 4 6");
    EXPECT_EQ(found("demo:yes"), "5 6");
    EXPECT_EQ(found("demo:yes,no"), "0 1 2 3 4 5 6");
    EXPECT_EQ(found("level:3"), "4 5");
    EXPECT_EQ(found("level>=3"), "4 5 6");
    EXPECT_EQ(found("level:none"), "3");
    EXPECT_EQ(found("sample:1"), "5");
    EXPECT_EQ(found("round>0"), "1 2");
    EXPECT_EQ(found("speedup<=0.5"), "5");
    EXPECT_EQ(found("speedup:none"), "1 2 3 4 6");
    EXPECT_EQ(found("time>1 baseline_ms:3"), "0 1 2 3 4 5 6");
    EXPECT_EQ(found("baseline:eager"), "0 1 2 3");
    EXPECT_EQ(found("baseline:\"torch*\""), "4");
    EXPECT_EQ(found("baseline:none"), "5 6");
    EXPECT_EQ(found("baseline_kind:torch.compile"), "4");
    EXPECT_EQ(found("baseline_kind:eager,none"), "0 1 2 3 5 6");
    EXPECT_EQ(found("suite_version:abc1"), "0 1 2 3");
    EXPECT_EQ(found("suite_version:none"), "4 5 6");
    EXPECT_EQ(found("clock:\"cupti*\""), "0 1 2 3");
    EXPECT_EQ(found("clock:\"cupti, cold cache\""), "0 1 2 3");
    EXPECT_EQ(found("clock:do_bench"), "4 5 6");
    EXPECT_EQ(found("choice:last"), "1 3 4 5");
    EXPECT_EQ(found("choice:first"), "0 3 4 5") << "what was not judged never speaks";
    EXPECT_EQ(found("choice:best"), "0 3 4 5");
    EXPECT_EQ(found("baseline>2"), "0 1 2 3 4 5 6");
    EXPECT_EQ(found("baseline_ms>3"), "");
    EXPECT_EQ(found("precision:fp32"), "0 1 2 3");
    EXPECT_EQ(found("precision:none"), "4 5 6");
    EXPECT_EQ(found("language:cpp"), "0 1 2 3 4 5 6");
    EXPECT_EQ(found("attempt:0"), "0 1 2 3 4 5 6");
    EXPECT_EQ(found("output_tokens>50"), "3");
    EXPECT_EQ(found("output_tokens:none -dollars:none"), "");
    EXPECT_EQ(found("dollars<=0.5 requests=1"), "3");
    EXPECT_EQ(found("hash:" + sha256Hex("tokens").substr(0, 12)), "3");
    EXPECT_EQ(found("rule:speedup* finding:proof"), "0");
    EXPECT_EQ(found("finding:none"), "1 2 3 4 5 6");
    EXPECT_EQ(found("flagged:yes"), "0");
    EXPECT_EQ(found("flagged:yes,no"), "0 1 2 3 4 5 6");
    EXPECT_EQ(found("reviewed:no"), "0 1 2 3 4 5 6");
    EXPECT_EQ(found("kind:timeout,wrong_value"), "1 4");
    EXPECT_EQ(found("kind:none"), "0 2 5 6");
    EXPECT_EQ(found("made_of:mixed"), "5");
    EXPECT_EQ(found("made_of:mixed,library_only"), "4 5");
    EXPECT_EQ(found("made_of:none"), "0 1 2 3 6");
    EXPECT_EQ(found("-made_of:mixed"), "0 1 2 3 4 6");
    EXPECT_EQ(found("arithmetic:reduced"), "5");
    EXPECT_EQ(found("arithmetic:none made_of:library_only"), "4");
}

TEST_F(FilterTest, TheLastRoundIsTheLastKnownOne)
{
    EXPECT_EQ(found("round:last"), "1 3 4 5");
    EXPECT_EQ(found("round:0,last"), "0 1 3 4 5 6");
}

TEST_F(FilterTest, TextIgnoresCaseAndSupportsOnlyTheStar)
{
    EXPECT_EQ(found("category:mAtH"), "0 1 2");
    EXPECT_EQ(found("task:FUSION/A*B"), "3 4 5");
    EXPECT_EQ(found("task:fusion/a_b"), "3") << "_ is a letter, not a wildcard";
    EXPECT_EQ(found("task:fusion/a%b"), "") << "% is a letter, not a wildcard";
    EXPECT_EQ(found("task:*"), "0 1 2 3 4 5 6");
    EXPECT_EQ(found("method:gpt*4o"), "0 1 2 3 4");
    EXPECT_EQ(found("method:GPT_4O"), "3 4");
    EXPECT_EQ(found("task:Math"), "") << "a value without a star is the whole name";
}

TEST_F(FilterTest, NoneMatchesEmptyValuesAndTheName)
{
    EXPECT_EQ(found("category:none"), "6");
    EXPECT_EQ(found("task:none"), "6");
    EXPECT_EQ(found("category:\"\""), "6");
}

TEST_F(FilterTest, ANegatedTermIsTheExactComplement)
{
    for (const std::string term :
         {"speedup>1", "speedup:none", "level<4", "category:Math", "flag:odd", "status:failed",
          "round:last", "demo:yes", "task:*a*", "slow"}) {
        const std::size_t with = must(reader->ids(must(parseFilter(term)))).size();
        const std::size_t without = must(reader->ids(must(parseFilter("-" + term)))).size();
        EXPECT_EQ(with + without, fixtureRows().size()) << term;
        EXPECT_GT(with, 0U) << term;
    }
}

TEST_F(FilterTest, BareWordsSearchTaskMethodAndMessage)
{
    EXPECT_EQ(found("add"), "0 1 2");
    EXPECT_EQ(found("4o"), "0 1 2 3 4");
    EXPECT_EQ(found("slow"), "4");
    EXPECT_EQ(found("50%"), "1");
    EXPECT_EQ(found("ö"), "3");
    EXPECT_EQ(found("add fine"), "0");
}

TEST_F(FilterTest, HostileTextIsOnlyText)
{
    EXPECT_EQ(found(R"(task:"' OR '1'='1")"), "");
    EXPECT_EQ(found(R"(category:"x'); DROP TABLE evaluation; --")"), "");
    EXPECT_EQ(found(R"("' OR 1=1 --")"), "6");
    EXPECT_EQ(found(R"(task:"a\\*")"), "");
    EXPECT_EQ(found(""), "0 1 2 3 4 5 6");
    const std::string zero("ta\0sk", 5);
    EXPECT_TRUE(reader->ids(Filter{{{"task", FilterOp::Is, {zero}, false, 0}}}));
    const std::string pattern(60'000, '*');
    const auto tooLong = reader->ids(Filter{{{"task", FilterOp::Is, {pattern}, false, 0}}});
    EXPECT_TRUE(tooLong || !tooLong.error().message.empty());
}

TEST_F(FilterTest, RefusesInvalidValuesWithLocationAndChoices)
{
    const auto refused = [&](const std::string &text) {
        const auto ids = reader->ids(must(parseFilter(text)));
        return ids ? Error() : ids.error();
    };
    EXPECT_EQ(refused("add status:wonderful").where, "character 5");
    EXPECT_NE(refused("status:wonderful").hint.find("no_build"), std::string::npos);
    EXPECT_NE(refused("verdict:wonderful").hint.find("compile_error"), std::string::npos);
    EXPECT_EQ(parseFilter("demo:perhaps").error().code, Errc::InvalidInput);
    for (const char *field : {"demo", "flagged", "reviewed"}) {
        const Filter perhaps{{{field, FilterOp::Is, {"perhaps"}, false, 0}}};
        EXPECT_EQ(reader->ids(perhaps).error().code, Errc::InvalidInput) << field;
    }

    const Filter unknown{{{"colour", FilterOp::Is, {"red"}, false, 0}}};
    EXPECT_EQ(reader->ids(unknown).error().code, Errc::InvalidInput);
    const Filter empty{{{"task", FilterOp::Is, {}, false, 0}}};
    EXPECT_EQ(reader->ids(empty).error().code, Errc::InvalidInput);
    const Filter notNumber{{{"level", FilterOp::Less, {"1; DROP"}, false, 0}}};
    EXPECT_EQ(reader->ids(notNumber).error().code, Errc::InvalidInput);
    Filter many;
    many.terms.assign(401, {"task", FilterOp::Is, {"x"}, false, 0});
    EXPECT_EQ(reader->ids(many).error().code, Errc::InvalidInput);
    many.terms.resize(400);
    EXPECT_TRUE(reader->ids(many)) << "as many as the filter allows do work";
    many.terms.assign(400, {"", FilterOp::Is, {"x"}, true, 0});
    EXPECT_TRUE(reader->ids(many));
}

TEST_F(FilterTest, SupportsEveryField)
{
    for (const FilterField &field : filterFields()) {
        std::string value = field.numeric ? "1" : "*";
        const auto choices = choicesOf(field.name);
        if (!choices.empty())
            value = choices.back();
        if (field.name == "hash")
            value = "0123";
        const Filter filter = must(parseFilter(std::string(field.name) + ":" + value));
        ASSERT_TRUE(sqlCondition(filter)) << field.name;
        EXPECT_TRUE(reader->ids(filter)) << field.name << ": the SQL is valid";
    }
}

TEST_F(FilterTest, SortingPutsMissingValuesLastAndKeepsTies)
{
    EXPECT_EQ(found("", {SortKey::Speedup, false}), "5 0 1 2 3 4 6");
    EXPECT_EQ(found("", {SortKey::Speedup, true}), "0 5 1 2 3 4 6");
    EXPECT_EQ(found("", {SortKey::Recorded, true}), "6 5 4 3 2 1 0");
    EXPECT_EQ(found("", {SortKey::Task, false}), "3 4 5 0 1 2 6");
    EXPECT_EQ(found("", {SortKey::Task, true}), "6 0 1 2 4 5 3");
    EXPECT_EQ(found("", {SortKey::Category, false}), "6 3 4 5 0 1 2");
    EXPECT_EQ(found("", {SortKey::Method, false}), "5 6 0 1 2 3 4");
    EXPECT_EQ(found("", {SortKey::Run, true}), "4 5 6 0 1 2 3");
    EXPECT_EQ(found("", {SortKey::Device, false}), "0 1 2 3 4 5 6");
    EXPECT_EQ(found("", {SortKey::Sample, true}), "5 0 1 2 3 4 6");
    EXPECT_EQ(found("", {SortKey::Round, true}), "2 1 0 3 4 5 6");
    EXPECT_EQ(found("", {SortKey::Verdict, false}), "0 5 1 3 4 2 6");
    EXPECT_EQ(found("", {SortKey::StrictVerdict, false}), "0 1 2 3 4 5 6");
    EXPECT_EQ(found("", {SortKey::CandidateMs, false}), "0 1 2 3 4 5 6");
    EXPECT_EQ(found("", {SortKey::BaselineMs, true}), "0 1 2 3 4 5 6");
    EXPECT_EQ(found("status:failed", {SortKey::Task, true}), "1 4 3");
}

TEST_F(FilterTest, SortsATaskByTrajectory)
{
    auto writer = openWriter();
    const auto round = [&](const char *method, int sample, int number) {
        Row row = fixtureRows().front();
        row.task = "Math/late";
        row.method = method;
        row.sample = sample;
        row.round = number;
        add(*writer, row);
    };
    round("m1", 1, 0); // row 7
    round("m1", 0, 2);
    round("m1", 0, 0);
    round("m1", 0, 1);
    writer.reset();
    EXPECT_EQ(found("task:Math/late", {SortKey::Task, false}), "9 10 8 7");
}

TEST_F(FilterTest, FacetsCountUnderTheFilter)
{
    const auto facet = [&](const std::string &field, const std::string &filter) {
        std::string out;
        for (const FacetCount &each : must(reader->facet(field, must(parseFilter(filter)))))
            out += each.value + "=" + std::to_string(each.count) + " ";
        return out;
    };
    EXPECT_EQ(facet("category", ""), "Fusion=3 Math=3 =1 ");
    EXPECT_EQ(facet("status", "category:Math"), "flagged=1 unknown=1 wrong=1 ");
    EXPECT_EQ(facet("method", ""), "gpt 4o=3 demo=2 GPT_4O=2 ");
    EXPECT_EQ(facet("task", "status:failed"), "Fusion/a_b=1 Fusion/axb=1 Math/add=1 ");
    EXPECT_EQ(facet("run", ""), "first=4 second=3 ");
    EXPECT_EQ(facet("device", "demo:no"), "H200=4 RTX 4090=1 ");
    EXPECT_EQ(facet("demo", ""), "no=5 yes=2 ");
    EXPECT_EQ(facet("made_of", ""), "=5 library_only=1 mixed=1 ");
    EXPECT_EQ(facet("arithmetic", "made_of:mixed"), "reduced=1 ");
    EXPECT_EQ(facet("flag", ""), "odd=2 x=1 ");
    EXPECT_EQ(facet("suite", "slow"), "native=1 ");
    EXPECT_EQ(facet("verdict", "run:second"), "correct=1 infra_error=1 run_timeout=1 ");
    EXPECT_EQ(facet("strict", "run:second"), "not_recorded=3 ");
    EXPECT_EQ(facet("round", "run:first"), "0=2 1=1 2=1 ");
    EXPECT_EQ(facet("level", ""), "1=3 3=2 =1 5=1 ");
    EXPECT_EQ(reader->facet("speedup", Filter()).error().code, Errc::InvalidInput);
    EXPECT_EQ(reader->facet("1; DROP TABLE task", Filter()).error().code, Errc::InvalidInput);
}

TEST_F(FilterTest, ARequestedStopEndsTheQuery)
{
    std::stop_source stop;
    stop.request_stop();
    // A query over few rows ends before it checks the stop, so add many rows.
    auto writer = openWriter();
    mustSucceed(writer->transaction([&]() -> Status {
        Row row = fixtureRows().front();
        runs.clear();
        row.run = "many";
        for (row.sample = 0; row.sample < 3000; ++row.sample)
            add(*writer, row);
        return {};
    }));
    const auto ids
        = reader->ids(must(parseFilter("-xyz")), {SortKey::Task, true}, stop.get_token());
    ASSERT_FALSE(ids);
    EXPECT_EQ(ids.error().code, Errc::Cancelled);
    const auto metrics = reader->metricRows(must(parseFilter("-xyz")), stop.get_token());
    ASSERT_FALSE(metrics);
    EXPECT_EQ(metrics.error().code, Errc::Cancelled);
    EXPECT_EQ(must(reader->ids(Filter())).size(), 3000 + fixtureRows().size())
        << "the next query is not stopped";
}

} // namespace loupe::test
