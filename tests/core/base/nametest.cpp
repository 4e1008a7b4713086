// SPDX-License-Identifier: Apache-2.0
#include "core/base/name.h"

#include <thread>
#include <unordered_map>
#include <vector>

#include <gtest/gtest.h>

namespace loupe::test {

TEST(Name, EqualTextsAreOneName)
{
    const std::string text = "Math/exp";
    EXPECT_EQ(Name(text), Name("Math/exp"));
    EXPECT_EQ(&Name(text).text(), &Name("Math/exp").text());
    EXPECT_NE(Name("Math/exp"), Name("Math/Exp"));
    EXPECT_EQ(Name(), Name(""));
    EXPECT_TRUE(Name().empty());
    EXPECT_EQ(sizeof(Name), sizeof(std::uint32_t));
}

TEST(Name, IsOrderedByItsText)
{
    EXPECT_LT(Name("a"), Name("b"));
    EXPECT_GT(Name("b"), Name("a"));
    EXPECT_FALSE(Name("a") < Name("a"));
}

TEST(Name, ConvertsToKeyAndText)
{
    std::unordered_map<Name, int> counts;
    ++counts["Fusion"];
    ++counts[std::string("Fusion")];
    EXPECT_EQ(counts.size(), 1U);
    EXPECT_EQ(counts["Fusion"], 2);
    EXPECT_EQ(Name("round") + " 2", "round 2");
    const std::string_view view = Name("x");
    EXPECT_EQ(view, "x");
}

TEST(Name, ManyKeepTheirTextsAndPlaces)
{
    std::vector<Name> names;
    std::vector<const std::string *> addresses;
    for (int i = 0; i < 5000; ++i) {
        names.emplace_back("one of many " + std::to_string(i));
        addresses.push_back(&names.back().text());
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        EXPECT_EQ(names[i].text(), "one of many " + std::to_string(i));
        EXPECT_EQ(&names[i].text(), addresses[i]);
    }
}

TEST(Name, ThreadsAgree)
{
    std::vector<std::jthread> threads;
    std::vector<const std::string *> addresses(4);
    for (std::size_t i = 0; i < addresses.size(); ++i)
        threads.emplace_back([&addresses, i] {
            for (int n = 0; n < 1000; ++n)
                addresses[i] = &Name("name " + std::to_string(n)).text();
        });
    threads.clear();
    for (const std::string *address : addresses)
        EXPECT_EQ(address, addresses[0]);
}

} // namespace loupe::test
