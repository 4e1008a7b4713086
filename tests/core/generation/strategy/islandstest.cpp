// SPDX-License-Identifier: Apache-2.0
#include "core/generation/strategy/islands.h"

#include <map>
#include <set>

#include "tests/core/generation/pool.h"

namespace loupe {

using test::Fate;
using test::Pool;
using test::right;
using test::wrong;

namespace {

Strategy evolve(int islands, int children, int rounds)
{
    Strategy strategy = test::pooledStrategy(Strategy::Kind::Evolve, islands, children, rounds);
    strategy.migration = rounds;
    strategy.crossover = 0;
    return strategy;
}

JudgedRound judged(Verdict verdict, std::optional<double> speedup, std::string_view source)
{
    return {0, verdict, speedup, false, source};
}

/// Returns a fate with a unique program, determined by the position alone.
Fate fateOf(int round, std::size_t sample)
{
    const auto number = static_cast<std::size_t>(round) * 31 + sample * 7;
    const std::string source = "program " + std::to_string(number) + std::string(number % 50, 'x');
    switch (number % 5) {
    case 0:
        return wrong(Verdict::CompileError, source);
    case 1:
        return wrong(Verdict::WrongTail, source);
    case 2:
        return {Verdict::Correct, 50.0, source, true};
    default:
        return right(0.5 + static_cast<double>(number % 11) / 4, source);
    }
}

std::vector<Fate> fatesOf(int round, int samples)
{
    std::vector<Fate> out;
    for (int sample = 0; sample < samples; ++sample)
        out.push_back(fateOf(round, static_cast<std::size_t>(sample)));
    return out;
}

} // namespace

TEST(IslandsTest, ACellIsVerdictSpeedAndLength)
{
    const std::string hundred(100, 'x');
    EXPECT_EQ(cellOf(judged(Verdict::Correct, 1.0, hundred)),
              (ArchiveCell{Verdict::Correct, 0, 7}));
    EXPECT_EQ(cellOf(judged(Verdict::Correct, 1.41, hundred)).speed, 0);
    EXPECT_EQ(cellOf(judged(Verdict::Correct, 1.42, hundred)).speed, 1) << "above the root of 2";
    EXPECT_EQ(cellOf(judged(Verdict::Correct, 2.0, hundred)).speed, 2);
    EXPECT_EQ(cellOf(judged(Verdict::Correct, 0.5, hundred)).speed, -2);
    EXPECT_EQ(cellOf(judged(Verdict::Correct, {}, hundred)).speed, std::nullopt);
    EXPECT_EQ(cellOf(judged(Verdict::WrongTail, 2.0, hundred)).speed, std::nullopt)
        << "how fast a wrong one is says nothing";
    EXPECT_EQ(cellOf(judged(Verdict::Correct, 1.0, std::string(128, 'x'))).length, 8);
}

TEST(IslandsTest, KeepsTheBestProgramOfACell)
{
    const JudgedRound slow{3, Verdict::Correct, 1.0, false, "aaaa"};
    const JudgedRound fast{4, Verdict::Correct, 1.2, false, "bbbb"};
    const JudgedRound wrongOne{1, Verdict::WrongTail, {}, false, "cccc"};
    const JudgedRound later{2, Verdict::WrongTail, {}, false, "dddd"};
    const JudgedRound cheat{5, Verdict::Correct, 9.0, true, "eeee"};
    const JudgedRound large{6, Verdict::TooLargeForDevice, {}, false, "ffff"};
    Archive archive;
    for (const JudgedRound *each : {&slow, &fast, &slow, &later, &wrongOne, &cheat, &large})
        archive.add(*each);
    EXPECT_EQ(archive.elites(), (std::vector<const JudgedRound *>{&fast, &later}));
}

TEST(IslandsTest, ParentsAreOfTheirIslandUntilMigration)
{
    Strategy strategy = evolve(3, 2, 9);
    strategy.migration = 2;
    Pool pool(strategy);
    pool.round({right(1.0, "a"),
                right(4.0, "b"),
                wrong(Verdict::WrongTail, "c"),
                right(1.0, "aa"),
                right(4.5, "bb"),
                {Verdict::Correct, 99.0, "cheat", true}});
    for (std::size_t sample = 0; sample < 6; ++sample) {
        const auto parents = pool.next(sample).wanted.parents;
        ASSERT_EQ(parents.size(), 1U);
        EXPECT_EQ(parents[0].sample % 3, islandOf(strategy, static_cast<int>(sample)));
    }
    pool.round(std::vector<Fate>(6, wrong(Verdict::CompileError, "x")));
    const auto islands = islandsBefore(strategy, pool.samples(), 2);
    const auto best = [&](std::size_t island) { return islands[island].elites().front()->place(); };
    EXPECT_EQ(best(1), (ProgramPosition{4, 0}));
    EXPECT_EQ(best(2), (ProgramPosition{4, 0})) << "from island 1, not by way of others";
    EXPECT_EQ(best(0), (ProgramPosition{0, 0})) << "from island 2 came what was its best: wrong";
    const auto elites = islands[0].elites();
    EXPECT_TRUE(std::ranges::any_of(elites, [](const JudgedRound *each) {
        return each->place() == ProgramPosition{2, 0};
    }));
}

TEST(IslandsTest, EmptyIslandRepeatsTheFirstRequest)
{
    Pool pool(evolve(2, 1, 9));
    pool.round({{Verdict::EmptySubmission, {}, "", false, ExtractionOutcome::NoCode},
                wrong(Verdict::CompileError, "x")});
    EXPECT_EQ(pool.next(0).wanted.purpose, "start");
    EXPECT_EQ(pool.next(0).wanted.round, 1);
    EXPECT_EQ(pool.next(1).wanted.purpose, "fix");
}

TEST(IslandsTest, DrawsBetterProgramsMoreOften)
{
    const Strategy strategy = evolve(1, 3000, 9);
    Pool pool(strategy);
    std::vector<Fate> fates(3000, wrong(Verdict::CompileError, "xxxx"));
    fates[7] = right(3.0, "fast");
    fates[9] = right(1.0, "slow");
    fates[0].source = "the last of all, and the one that stays";
    for (std::size_t sample = 0; sample < fates.size(); ++sample)
        pool.judge(sample, 0, fates[sample]);
    std::map<int, int> drawn;
    for (std::size_t sample = 0; sample < fates.size(); ++sample)
        ++drawn[parentsInIsland(strategy, {}, pool.samples(), sample, 1).at(0).sample];
    ASSERT_EQ(drawn.size(), 4U) << "two that fail, of different length";
    // 4 : 3 : 2 : 1 of 3000. The standard deviation of the first is 27.
    EXPECT_NEAR(drawn[7], 1200, 110);
    EXPECT_NEAR(drawn[9], 900, 110);
    EXPECT_NEAR(drawn[0] + drawn[1], 900, 110);
}

TEST(IslandsTest, CrossesTwoDifferentProgramsBetterFirst)
{
    Strategy strategy = evolve(1, 40, 9);
    strategy.crossover = 1;
    Pool pool(strategy);
    std::vector<Fate> fates(40, wrong(Verdict::CompileError, "xxxx"));
    fates[3] = right(3.0, "same");
    fates[4] = right(1.0, " same ");
    fates[5] = wrong(Verdict::WrongTail, "wrong");
    pool.round(fates);
    std::set<std::pair<int, int>> seen;
    for (std::size_t sample = 0; sample < 40; ++sample) {
        const WantedRequest wanted = pool.next(sample).wanted;
        ASSERT_EQ(wanted.parents.size(), 2U);
        EXPECT_EQ(wanted.purpose, "cross");
        seen.insert({wanted.parents[0].sample, wanted.parents[1].sample});
    }
    EXPECT_EQ(seen, (std::set<std::pair<int, int>>{{3, 5}, {4, 5}, {3, 0}, {4, 0}, {5, 0}}));
    strategy.crossover = 0.25;
    int crossed = 0;
    for (int round = 1; round <= 50; ++round) {
        for (std::size_t sample = 0; sample < 40; ++sample)
            crossed += parentsInIsland(strategy, {}, pool.samples(), sample, round).size() == 2;
    }
    EXPECT_NEAR(crossed, 500, 80) << "of 2000; the standard deviation is 19";
}

TEST(IslandsTest, DrawsDependOnSeedAndPositionOnly)
{
    const Strategy strategy = evolve(2, 4, 20);
    const auto course = [&](std::optional<std::int64_t> seed, std::optional<std::int64_t> own) {
        Strategy seeded = strategy;
        seeded.crossover = 0.5;
        seeded.seed = own;
        Pool pool(seeded, seed);
        std::vector<std::vector<std::vector<ProgramPosition>>> out;
        for (int round = 0; round < 6; ++round) {
            out.push_back(pool.parents());
            pool.round(fatesOf(round, 8));
        }
        return out;
    };
    EXPECT_EQ(course({}, {}), course(0, {}));
    EXPECT_EQ(course(5, {}), course(5, {}));
    EXPECT_NE(course(5, {}), course(6, {}));
    EXPECT_EQ(course(5, 9), course(6, 9)) << "the strategy's own seed comes first";
}

TEST(IslandsTest, RequestsAreDeterministicAfterAnyPrefix)
{
    for (const bool isBeam : {false, true}) {
        Strategy strategy = evolve(2, 3, 6);
        strategy.migration = 2;
        strategy.crossover = 0.5;
        if (isBeam) {
            strategy.kind = Strategy::Kind::Beam;
            strategy.width = 2;
        }
        std::map<std::pair<int, int>, WantedRequest> asked;
        Pool whole(strategy, 3);
        for (int round = 0; round < 6; ++round) {
            const auto wanted = whole.round(fatesOf(round, 6));
            for (int sample = 0; sample < 6; ++sample)
                asked[{round, sample}] = wanted[static_cast<std::size_t>(sample)];
        }
        EXPECT_EQ(whole.end(), "rounds");
        for (int answered = 0; answered < 36; ++answered) {
            // Replays with only `answered` answers in another order, so that the last round is
            // judged only partly.
            Pool cut(strategy, 3);
            for (int each = 0; each < answered; ++each) {
                const int round = each / 6;
                const auto sample = static_cast<std::size_t>(5 - each % 6);
                EXPECT_EQ(cut.answer(sample, {}), (asked[{round, static_cast<int>(sample)}]));
                if (each % 6 == 5) {
                    for (std::size_t one = 0; one < 6; ++one)
                        cut.judge(one, round, fateOf(round, one));
                }
            }
        }
    }
}

} // namespace loupe
