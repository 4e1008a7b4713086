// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/claims.h"

#include "core/base/json.h"

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

class Claims : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        auto writer = openWriter();
        const MethodId method = must(writer->addMethod(sampleMethod("one")));
        const RunId run = must(writer->beginRun(sampleRun("first")));
        for (int i = 0; i < 4; ++i) {
            const std::string name = "Math/task " + std::to_string(i);
            const TaskId task = must(writer->addTask(sampleTask(name, "Math")));
            Evaluation each = sampleEvaluation(name, "one");
            each.verdict = i == 3 ? Verdict::WrongValue : Verdict::Correct;
            each.speedup = i == 3 ? std::optional<double>() : 0.5 + i;
            must(writer->record(run, task, method, each));
        }
        writer.reset();
        reader = openReader();
    }

    static Json claim(const std::string &text, const Json &figures)
    {
        return {{"claim", text}, {"figures", figures}};
    }

    /// Returns the text about one claim.
    std::string said(const Json &figures)
    {
        const Json file{{"source", "a paper"},
                        {"claims", Json::array({claim("It is so", figures)})}};
        const ClaimList list = must(parseClaims(file.dump(), "claims.json"));
        return must(claimSection(*reader, list, Filter())).points.at(0);
    }

    std::unique_ptr<StoreReader> reader;
};

} // namespace

TEST_F(Claims, SupportsEqualNumbersWithinRounding)
{
    // One of 0.5, 1.5 and 2.5 is below 1: 33.33 %.
    EXPECT_EQ(said({{{"figure", "slower"}, {"claimed", "33.3"}}}),
              "It is so: supported. Correct kernels with a speedup below 1, in the last judged "
              "round of each sample: claimed 33.3 %, recorded 33.33 % (n = 3 of 3).");
    EXPECT_TRUE(said({{{"figure", "slower"}, {"claimed", "33"}}}).starts_with("It is so: supp"));
    EXPECT_TRUE(
        said({{{"figure", "slower"}, {"claimed", "33.4"}}}).starts_with("It is so: contradicted."));
    EXPECT_TRUE(said({{{"figure", "slower"}, {"claimed", "33.4"}, {"filter", "task:*3"}}})
                    .starts_with("It is so: cannot be known."));
}

TEST_F(Claims, APairThatSeveralRunsRecordCountsOnceInTheLastRun)
{
    auto writer = openWriter();
    const MethodId method = must(writer->addMethod(sampleMethod("one")));
    const RunId again = must(writer->beginRun(sampleRun("again")));
    for (int i = 0; i < 3; ++i) { // the fourth task stays in the first run
        const std::string name = "Math/task " + std::to_string(i);
        Evaluation each = sampleEvaluation(name, "one");
        each.speedup = 0.25 + 0.25 * i;
        must(writer->record(again, must(writer->addTask(sampleTask(name, "Math"))), method, each));
    }
    writer.reset();
    const std::string slower = said({{{"figure", "slower"}, {"claimed", "100"}}});
    EXPECT_NE(slower.find("(n = 3 of 3)"), std::string::npos) << slower;
    const std::string mean = said({{{"figure", "mean_speedup"}, {"claimed", "0.50"}}});
    EXPECT_TRUE(mean.starts_with("It is so: supported.")) << mean;
    const std::string built = said({{{"figure", "built"}, {"claimed", "100"}}});
    EXPECT_NE(built.find("(n = 4 of 4)"), std::string::npos) << built;
}

TEST_F(Claims, PartialRecordsContradictNothing)
{
    const std::string of = said({{{"figure", "mean_speedup"}, {"claimed", "9.9"}, {"of", 20}}});
    EXPECT_TRUE(of.starts_with("It is so: cannot be known whole.")) << of;
    EXPECT_NE(of.find("claimed 9.9, recorded 1.500 (n = 3 of 20)"), std::string::npos) << of;
    const std::string methods
        = said({{{"figure", "mean_speedup"}, {"claimed", "9.9"}, {"methods", 5}, {"devices", 1}}});
    EXPECT_NE(methods.find("1 of 5 methods)"), std::string::npos) << methods;
    const std::string both = said({{{"figure", "mean_speedup"}, {"claimed", "1.50"}},
                                   {{"figure", "device_ratio"}, {"claimed", "2"}}});
    EXPECT_TRUE(both.starts_with("It is so: supported as far as it is recorded.")) << both;
    EXPECT_NE(both.find("not recorded; it needs results of one method on two devices or more"),
              std::string::npos);
}

// 48 kernels are not the paper's 32, so they neither support nor contradict its number.
TEST_F(Claims, AnotherPopulationIsNotComparable)
{
    for (const char *claimed : {"1.5", "9.9"}) {
        const std::string judged
            = said({{{"figure", "mean_speedup"}, {"claimed", claimed}, {"of", 2}}});
        EXPECT_TRUE(judged.starts_with("It is so: cannot be judged, because the records hold "
                                       "another population."))
            << judged;
        EXPECT_NE(judged.find("(n = 3, the claim is about 2)"), std::string::npos) << judged;
    }
}

TEST_F(Claims, RefusesInvalidFilesWithTheirLocation)
{
    const auto refused = [](const Json &figure) {
        const Json file{{"source", "s"},
                        {"claims", Json::array({claim("c", Json::array({figure}))})}};
        return parseClaims(file.dump(), "claims.json").error().where;
    };
    EXPECT_EQ(refused({{"figure", "guess"}}), "claims.json:claims[0].figures[0].figure");
    EXPECT_EQ(refused({{"figure", "slower"}, {"claimed", "many"}}),
              "claims.json:claims[0].figures[0].claimed");
    EXPECT_EQ(refused({{"figure", "slower"}, {"filter", "speedup>"}}),
              "claims.json:claims[0].figures[0].filter");
    EXPECT_EQ(refused({{"figure", "slower"}, {"file", "x"}}),
              "claims.json:claims[0].figures[0].file");
    EXPECT_FALSE(parseClaims("[]", "claims.json"));
}

TEST_F(Claims, CountsAreWholeNumbersWithinReach)
{
    const auto refused = [](const char *key, const Json &value) {
        const Json figure{{"figure", "slower"}, {key, value}};
        const Json file{{"source", "s"},
                        {"claims", Json::array({claim("c", Json::array({figure}))})}};
        const auto parsed = parseClaims(file.dump(), "claims.json");
        return parsed ? std::string() : parsed.error().where;
    };
    for (const char *key : {"round", "from", "to", "methods", "devices", "of"}) {
        const std::string where = std::string("claims.json:claims[0].figures[0].") + key;
        for (const Json &value :
             {Json(1.5), Json(1e300), Json(std::int64_t{1} << 40), Json(-1), Json("1")})
            EXPECT_EQ(refused(key, value), where) << value;
        EXPECT_EQ(refused(key, 3), "") << key;
    }
}

TEST_F(Claims, AGivenFirstRoundMustBePossible)
{
    const auto refused = [](const Json &base) {
        const Json figure{{"figure", "built"}, {"base", base}};
        const Json file{{"source", "s"},
                        {"claims", Json::array({claim("c", Json::array({figure}))})}};
        const auto parsed = parseClaims(file.dump(), "claims.json");
        return parsed ? std::string() : parsed.error().where;
    };
    const Json right{{"built", 5}, {"correct", 3}, {"of", 10}, {"source", "the paper"}};
    EXPECT_EQ(refused(right), "");
    const std::pair<const char *, Json> wrong[]
        = {{"of", 0}, {"of", 4}, {"of", std::int64_t{1} << 32}, {"built", -1}, {"correct", 11}};
    for (const auto &[key, value] : wrong) {
        Json base = right;
        base[key] = value;
        EXPECT_TRUE(refused(base).starts_with("claims.json:claims[0].figures[0].base.")) << base;
    }
    Json more = right;
    more["page"] = 3;
    EXPECT_EQ(refused(more), "claims.json:claims[0].figures[0].base.page");
}

TEST_F(Claims, AcceptsOnlyPrintedNumbers)
{
    for (const char *text : {"1e3", "1,5", " 1", "1 ", "nan", "inf", "0x10", "+1", "52.3 %"}) {
        const Json file{
            {"source", "s"},
            {"claims",
             Json::array({claim("c", Json::array({{{"figure", "slower"}, {"claimed", text}}}))})}};
        EXPECT_FALSE(parseClaims(file.dump(), "claims.json")) << text;
    }
}

TEST_F(Claims, PrintsNumbersWithoutAClaimedValue)
{
    Json told = Json::object();
    told["figure"] = "mean_speedup";
    const Json file{{"source", "a paper"},
                    {"claims",
                     Json::array({claim("It is so", Json::array({told})),
                                  claim("It is nice", Json::array())})}};
    const ReportSection section
        = must(claimSection(*reader, must(parseClaims(file.dump(), "c")), Filter()));
    ASSERT_EQ(section.points.size(), 2U);
    EXPECT_TRUE(section.points[0].starts_with("It is so: cannot be known.")) << section.points[0];
    EXPECT_NE(section.points[0].find("recorded 1.5000"), std::string::npos) << section.points[0];
    EXPECT_EQ(section.points[1],
              "It is nice: cannot be known. No number of it can be computed from a store.");
    ASSERT_EQ(section.tables.at(0).rows.size(), 1U);
    EXPECT_EQ(section.tables[0].rows[0][0], "It is so");
    EXPECT_EQ(section.tables[0].rows[0][2], "") << "nothing is claimed";
    EXPECT_EQ(section.tables[0].rows[0][5], "context");
}

TEST_F(Claims, ReportFilterNarrowsTheClaimFilter)
{
    const Json file{
        {"source", "a paper"},
        {"claims",
         Json::array({claim(
             "It is so",
             {{{"figure", "mean_speedup"}, {"claimed", "2.0"}, {"filter", "speedup>1"}}})})}};
    const ClaimList list = must(parseClaims(file.dump(), "c"));
    // The mean of 1.5 and 2.5 is 2; that of 2.5 alone is not.
    EXPECT_NE(must(claimSection(*reader, list, Filter())).points[0].find(": supported."),
              std::string::npos);
    EXPECT_NE(must(claimSection(*reader, list, must(parseFilter("speedup>2"))))
                  .points[0]
                  .find(": contradicted."),
              std::string::npos);
}

} // namespace loupe::test
