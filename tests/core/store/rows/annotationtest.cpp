// SPDX-License-Identifier: Apache-2.0
#include "core/store/file/storefile.h"

#include <algorithm>
#include <random>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

using Kind = AnnotationKind;
using Rows = std::vector<RowId>;

class AnnotationTest : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        writer = openWriter();
        const TaskId task = must(writer->addTask(sampleTask("Math/add", "Math")));
        const MethodId method = must(writer->addMethod(sampleMethod("loop")));
        const RunId run = must(writer->beginRun(sampleRun("first")));
        for (int sample = 0; sample < 4; ++sample) {
            Evaluation evaluation = sampleEvaluation("Math/add", "loop");
            evaluation.candidate.sample = sample;
            rows.push_back(must(writer->record(run, task, method, evaluation)));
        }
    }

    Annotation event(RowId row, Kind kind, const std::string &value)
    {
        const int second = m_events++;
        const std::string uuid = "event" + std::to_string(second);
        Annotation out{{},    uuid, row,   kind,
                       value, {},   "ada", "2026-11-21T10:" + std::to_string(10 + second / 50)};
        if (kind == Kind::Undo)
            std::swap(out.value, out.undoes);
        return out;
    }
    std::string say(RowId row, Kind kind, const std::string &value)
    {
        const Annotation one = event(row, kind, value);
        must(writer->annotate(std::span(&one, 1)));
        return one.uuid;
    }
    Rows found(const std::string &filter) const
    {
        return must(openReader()->ids(must(parseFilter(filter))));
    }
    Judgement judgement(RowId row) const
    {
        return judgementFrom(must(openReader()->annotations(std::span(&row, 1))));
    }

    std::unique_ptr<StoreWriter> writer;
    Rows rows;

private:
    int m_events = 0;
};

} // namespace

TEST_F(AnnotationTest, RoundTripsEvents)
{
    std::vector<Annotation> given{event(rows[0], Kind::Tag, "tail"),
                                  event(rows[1], Kind::State, "explained"),
                                  event(rows[0], Kind::Note, "a *note*")};
    given.push_back(event(rows[0], Kind::Undo, given[0].uuid));
    const auto ids = must(writer->annotate(given));
    ASSERT_EQ(ids.size(), given.size());
    for (std::size_t i = 0; i < ids.size(); ++i)
        given[i].id = ids[i];
    EXPECT_EQ(must(openReader()->annotations(rows)),
              (std::vector<Annotation>{given[0], given[2], given[3], given[1]}));
    EXPECT_EQ(must(openReader()->check()), std::vector<std::string>());
}

TEST_F(AnnotationTest, RepeatedCallsStoreEventsOnce)
{
    const Annotation tag = event(rows[0], Kind::Tag, "tail");
    const auto first = must(writer->annotate(std::span(&tag, 1)));
    EXPECT_EQ(must(writer->annotate(std::span(&tag, 1))), first);
    EXPECT_EQ(must(openReader()->annotations(rows)).size(), 1U);
}

TEST_F(AnnotationTest, StoresAllEventsOfACallOrNone)
{
    const std::vector<Annotation> events{event(rows[0], Kind::Tag, "tail"),
                                         event(RowId{999}, Kind::Tag, "tail")};
    const auto refused = writer->annotate(events);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::NotFound);
    EXPECT_TRUE(must(openReader()->annotations(rows)).empty());
}

TEST_F(AnnotationTest, RefusesInvalidUndo)
{
    const auto codeOf = [&](const Annotation &refused) {
        const auto result = writer->annotate(std::span(&refused, 1));
        EXPECT_FALSE(result);
        return result ? Errc::Internal : result.error().code;
    };
    const std::string tag = say(rows[0], Kind::Tag, "tail");
    EXPECT_EQ(codeOf(event(rows[0], Kind::Undo, "nothing")), Errc::NotFound);
    EXPECT_EQ(codeOf(event(rows[1], Kind::Undo, tag)), Errc::InvalidInput);
    const std::string undo = say(rows[0], Kind::Undo, tag);
    EXPECT_EQ(codeOf(event(rows[0], Kind::Undo, tag)), Errc::InvalidInput);
    const std::string redo = say(rows[0], Kind::Undo, undo);
    EXPECT_EQ(codeOf(event(rows[0], Kind::Undo, redo)), Errc::InvalidInput);
    EXPECT_EQ(judgement(rows[0]).tags, std::vector<std::string>{"tail"});
    say(rows[0], Kind::Undo, tag);
    EXPECT_TRUE(judgement(rows[0]).tags.empty());
}

TEST_F(AnnotationTest, ListsRecentEventsOfAPersonInOrder)
{
    const std::string first = say(rows[0], Kind::State, "explained");
    const std::string second = say(rows[2], Kind::Tag, "memory");
    Annotation others = event(rows[1], Kind::State, "accepted");
    others.person = "grace";
    must(writer->annotate(std::span(&others, 1)));
    const std::string third = say(rows[0], Kind::Undo, first);

    const auto uuids = [&](std::int64_t most) {
        std::vector<std::string> out;
        for (const Annotation &each : must(openReader()->latestAnnotations("ada", most)))
            out.push_back(each.uuid);
        return out;
    };
    EXPECT_EQ(uuids(10), (std::vector{first, second, third}));
    EXPECT_EQ(uuids(2), (std::vector{second, third}));
    EXPECT_EQ(must(openReader()->latestAnnotations("ada", 1)).at(0).undoes, first);
    EXPECT_TRUE(must(openReader()->latestAnnotations("nobody", 10)).empty());
}

TEST_F(AnnotationTest, FiltersMatchTheCurrentState)
{
    say(rows[0], Kind::Tag, "tail");
    const std::string second = say(rows[1], Kind::Tag, "Tail");
    say(rows[2], Kind::State, "Explained");
    EXPECT_EQ(found("tag:TAIL"), (Rows{rows[0], rows[1]}));
    EXPECT_EQ(found("tag:*ai*"), (Rows{rows[0], rows[1]}));
    EXPECT_EQ(found("tag:none"), (Rows{rows[2], rows[3]}));
    EXPECT_EQ(found("-tag:tail"), (Rows{rows[2], rows[3]}));
    EXPECT_EQ(found("triage:explained"), Rows{rows[2]});
    EXPECT_EQ(found("triage:new"), (Rows{rows[0], rows[1], rows[3]}));
    EXPECT_EQ(found("triage:new,explained").size(), 4U);
    say(rows[1], Kind::Undo, second);
    EXPECT_EQ(found("tag:tail"), Rows{rows[0]});
    say(rows[2], Kind::State, "new");
    EXPECT_EQ(found("triage:new").size(), 4U);
    const auto refused = parseFilter("triage:done");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().where, "character 8");
}

TEST_F(AnnotationTest, FiltersAndTheFoldAgreeOnAnyHistory)
{
    std::mt19937 random(11);
    std::vector<std::pair<RowId, std::string>> said;
    const auto pick = [&](std::size_t count) { return random() % count; };
    for (int step = 0; step < 400; ++step) {
        const RowId row = rows[pick(rows.size())];
        const std::string tag = pick(2) == 0 ? "a" : "b";
        Annotation next = event(row, Kind::Tag, tag);
        const std::size_t what = pick(6);
        if (what == 1)
            next.kind = Kind::Untag;
        if (what == 2) {
            next.kind = Kind::State;
            next.value = stateName(allTriageStates()[pick(5)]);
        }
        if (what > 2 && !said.empty()) {
            const auto &[of, uuid] = said[pick(said.size())];
            next.kind = Kind::Undo;
            next.evaluation = of;
            next.value.clear();
            next.undoes = uuid;
        }
        if (writer->annotate(std::span(&next, 1)))
            said.emplace_back(next.evaluation, next.uuid);
    }
    for (const RowId row : rows) {
        const Judgement now = judgement(row);
        for (const std::string tag : {"a", "b"})
            EXPECT_EQ(std::ranges::count(found("tag:" + tag), row),
                      std::ranges::count(now.tags, tag))
                << tag;
        for (const TriageState state : allTriageStates())
            EXPECT_EQ(std::ranges::count(found("triage:" + std::string(stateName(state))), row),
                      now.state == state ? 1 : 0)
                << stateName(state);
    }
}

} // namespace loupe::test
