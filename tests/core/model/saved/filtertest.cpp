// SPDX-License-Identifier: Apache-2.0
#include "core/model/saved/filter.h"

#include <random>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

Filter parsed(const std::string &text)
{
    const auto filter = parseFilter(text);
    EXPECT_TRUE(filter) << text << ": " << (filter ? "" : filter.error().text());
    return filter ? *filter : Filter();
}

Error refused(const std::string &text)
{
    const auto filter = parseFilter(text);
    EXPECT_FALSE(filter) << text;
    return filter ? Error() : filter.error();
}

void expectSame(const Filter &a, const Filter &b, const std::string &about)
{
    ASSERT_EQ(a.terms.size(), b.terms.size()) << about;
    for (std::size_t i = 0; i < a.terms.size(); ++i) {
        EXPECT_EQ(a.terms[i].field, b.terms[i].field) << about;
        EXPECT_EQ(a.terms[i].op, b.terms[i].op) << about;
        EXPECT_EQ(a.terms[i].values, b.terms[i].values) << about;
        EXPECT_EQ(a.terms[i].negated, b.terms[i].negated) << about;
    }
}

using Values = std::vector<std::string>;

} // namespace

TEST(FilterText, TermsAreReadAsWritten)
{
    const Filter filter = parsed(R"(status:wrong -category:Fusion,Math  speedup>=1.2 "a b" soft)");
    ASSERT_EQ(filter.terms.size(), 5U);
    EXPECT_EQ(filter.terms[0].field, "status");
    EXPECT_EQ(filter.terms[0].values, Values{"wrong"});
    EXPECT_TRUE(filter.terms[1].negated);
    EXPECT_EQ(filter.terms[1].values, (Values{"Fusion", "Math"}));
    EXPECT_EQ(filter.terms[1].position, 13U);
    EXPECT_EQ(filter.terms[2].op, FilterOp::GreaterOrEqual);
    EXPECT_EQ(filter.terms[3].field, "");
    EXPECT_EQ(filter.terms[3].values, Values{"a b"});
    EXPECT_EQ(filter.terms[4].values, Values{"soft"});
    EXPECT_TRUE(parsed("").terms.empty());
    EXPECT_TRUE(parsed(" \t\n ").terms.empty());
}

TEST(FilterText, OperatorsAndKeywords)
{
    EXPECT_EQ(parsed("time<3").terms[0].op, FilterOp::Less);
    EXPECT_EQ(parsed("time<=3").terms[0].op, FilterOp::LessOrEqual);
    EXPECT_EQ(parsed("time>3").terms[0].op, FilterOp::Greater);
    EXPECT_EQ(parsed("time=3").terms[0].op, FilterOp::Is);
    EXPECT_EQ(parsed("round:last,2").terms[0].values, (Values{"last", "2"}));
    EXPECT_EQ(parsed("speedup:none").terms[0].values, Values{"none"});
    EXPECT_EQ(parsed("sample:-1").terms[0].values, Values{"-1"});
    EXPECT_EQ(parsed(R"(method:"say \"hi\" \\o/")").terms[0].values, Values{R"(say "hi" \o/)"});
    EXPECT_EQ(parsed("task:Math/*").terms[0].values, Values{"Math/*"});
}

TEST(FilterText, ErrorsPointAtTheCharacterAndHelp)
{
    EXPECT_EQ(refused("colour:red").where, "character 1");
    EXPECT_NE(refused("colour:red").hint.find("category"), std::string::npos);
    EXPECT_EQ(refused("soft -colour:red").where, "character 7");
    EXPECT_EQ(refused("category:").where, "character 10");
    EXPECT_EQ(refused("category:a,").where, "character 12");
    EXPECT_EQ(refused("category>3").where, "character 1");
    EXPECT_EQ(refused("speedup>fast").where, "character 9");
    EXPECT_EQ(refused("speedup>none").where, "character 9");
    EXPECT_EQ(refused("sample:last").where, "character 8");
    EXPECT_EQ(refused("level:1.2.3").where, "character 7");
    EXPECT_EQ(refused("method:\"open").where, "character 8");
    EXPECT_EQ(refused("method:\"a\"b").where, "character 11");
    EXPECT_EQ(refused("-").where, "character 2");
    EXPECT_EQ(refused("level:1,2,many").where, "character 11");
    EXPECT_EQ(refused("flagged:yes,maybe").where, "character 13");
    EXPECT_NE(refused("reviewed:maybe").hint.find("cleared"), std::string::npos);
    EXPECT_EQ(refused("hash:abc").where, "character 6");
    EXPECT_EQ(refused("hash:ghij").where, "character 6");
    EXPECT_EQ(refused("speedup>nan").where, "character 9");
}

TEST(FilterText, AcceptsOldFieldNames)
{
    EXPECT_EQ(text(parsed("-withheld:yes task:a")), "-flagged:yes task:a");
    EXPECT_EQ(refused("withheld:maybe").where, "character 10");
}

TEST(FilterText, TextRoundTrips)
{
    for (const std::string text :
         {"status:failed", "-task:\"a b\",c*", "speedup<=0.5 round:last", "\"-minus\" \"a:b\"",
          "method:\"\"", "\"quote \\\" back \\\\\"", "baseline_ms:none,3", "ä ö"}) {
        const Filter filter = parsed(text);
        expectSame(filter, parsed(loupe::text(filter)), text);
    }
}

TEST(FilterText, KeepsQuotesAroundADevice)
{
    const Filter filter = parsed("device:a100,\"H100\"");
    EXPECT_FALSE(filter.terms.at(0).isQuoted("a100"));
    EXPECT_TRUE(filter.terms.at(0).isQuoted("H100"));
    EXPECT_EQ(text(filter), "device:a100,\"H100\"");
    EXPECT_EQ(text(parsed("method:\"H100\"")), "method:H100");
}

TEST(FilterText, RoundTripsAnyValue)
{
    std::mt19937 random(7);
    const std::string letters = "ab \"\\,:<>=-*%_'\t\n";
    for (int i = 0; i < 3000; ++i) {
        Filter filter;
        for (std::size_t terms = random() % 4; terms > 0; --terms) {
            FilterTerm term;
            term.field = random() % 2 == 0 ? "" : "task";
            term.negated = random() % 2 == 0;
            const std::size_t count = term.field.empty() ? 1 : 1 + random() % 3;
            for (std::size_t v = 0; v < count; ++v) {
                std::string value;
                for (std::size_t size = random() % 6; size > 0; --size)
                    value += letters[random() % letters.size()];
                term.values.push_back(value);
            }
            filter.terms.push_back(term);
        }
        const std::string written = text(filter);
        const auto again = parseFilter(written);
        ASSERT_TRUE(again) << written << ": " << again.error().text();
        expectSame(filter, *again, written);
    }
}

TEST(FilterText, NoTextCrashesTheParser)
{
    std::mt19937 random(11);
    const std::string letters = "ta:<>=,-\"\\ *19sk";
    for (int i = 0; i < 20000; ++i) {
        std::string text;
        for (std::size_t size = random() % 24; size > 0; --size)
            text += letters[random() % letters.size()];
        const auto filter = parseFilter(text);
        if (!filter) {
            EXPECT_TRUE(filter.error().where.starts_with("character ")) << text;
        } else {
            expectSame(*filter, parsed(loupe::text(*filter)), text);
        }
    }
}

TEST(FilterText, EveryFieldIsDescribedForCompletion)
{
    for (const FilterField &field : filterFields()) {
        EXPECT_FALSE(field.help.empty()) << field.name;
        const auto choices = choicesOf(field.name);
        const std::string value(choices.empty() ? "1234" : choices.front());
        EXPECT_EQ(parsed(std::string(field.name) + ":" + value).terms.at(0).field, field.name);
    }
}

} // namespace loupe::test
