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

    /// What is said of one claim.
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

TEST_F(Claims, ANumberThatComesOutIsSupportedWithinItsRounding)
{
    // Of 0.5, 1.5 and 2.5 one in three is below 1: 33.33 %.
    EXPECT_EQ(said({{{"figure", "slower"}, {"claimed", "33.3"}}}),
              "It is so: supported. Correct kernels with a speedup below 1, in the last judged "
              "round of each sample: claimed 33.3 %, recorded 33.33 % (n = 3 of 3).");
    EXPECT_TRUE(said({{{"figure", "slower"}, {"claimed", "33"}}}).starts_with("It is so: supp"));
    EXPECT_TRUE(
        said({{{"figure", "slower"}, {"claimed", "33.4"}}}).starts_with("It is so: contradicted."));
    EXPECT_TRUE(said({{{"figure", "slower"}, {"claimed", "33.4"}, {"filter", "task:*3"}}})
                    .starts_with("It is so: cannot be known."));
}

TEST_F(Claims, WhatIsRecordedInPartContradictsNothing)
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

// 48 kernels are not the paper's 32: what they give says nothing of its number, either way.
TEST_F(Claims, AnotherPopulationNeitherSupportsNorContradicts)
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

TEST_F(Claims, AFileThatIsNoneIsRefusedWithItsPlace)
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

} // namespace loupe::test
