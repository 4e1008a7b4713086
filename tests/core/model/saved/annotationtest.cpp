// SPDX-License-Identifier: Apache-2.0
#include "core/model/saved/annotation.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

/// Returns the event `uuid` at second `at`.
Annotation event(const std::string &uuid, AnnotationKind kind, const std::string &value, int at,
                 const std::string &person = "ada")
{
    const std::string second = at < 10 ? "0" + std::to_string(at) : std::to_string(at);
    Annotation out{{at + 1}, uuid, RowId{1}, kind,
                   value,    {},   person,   "2026-11-21T10:00:" + second + "Z"};
    if (kind == AnnotationKind::Undo)
        std::swap(out.value, out.undoes);
    return out;
}

using Kind = AnnotationKind;
using Tags = std::vector<std::string>;

} // namespace

TEST(Judgement, IsEmptyWithoutEvents)
{
    EXPECT_EQ(judgementFrom({}), Judgement());
}

TEST(Judgement, LastEventCounts)
{
    const std::vector<Annotation> events{event("a", Kind::State, "looking", 1),
                                         event("b", Kind::Tag, "tail", 2),
                                         event("c", Kind::State, "explained", 3, "grace"),
                                         event("d", Kind::Tag, "Mask", 4),
                                         event("e", Kind::Untag, "TAIL", 5),
                                         event("f", Kind::Note, "no mask", 6)};
    const Judgement now = judgementFrom(events);
    EXPECT_EQ(now.state, TriageState::Explained);
    EXPECT_EQ(now.statePerson, "grace");
    EXPECT_EQ(now.tags, Tags{"Mask"});
    ASSERT_EQ(now.notes.size(), 1U);
    EXPECT_EQ(now.notes[0].text, "no mask");
}

TEST(Judgement, UndoCanBeUndone)
{
    std::vector<Annotation> events{event("a", Kind::State, "looking", 1),
                                   event("b", Kind::State, "accepted", 2),
                                   event("c", Kind::Undo, "b", 3)};
    EXPECT_EQ(judgementFrom(events).state, TriageState::Looking);
    events.push_back(event("d", Kind::Undo, "c", 4)); // redo
    EXPECT_EQ(judgementFrom(events).state, TriageState::Accepted);
    events.push_back(event("e", Kind::Undo, "b", 5)); // and back again
    EXPECT_EQ(judgementFrom(events).state, TriageState::Looking);
    events.push_back(event("f", Kind::Undo, "a", 6));
    EXPECT_EQ(judgementFrom(events).state, TriageState::New);
    EXPECT_EQ(judgementFrom(events).statePerson, "");
}

TEST(Judgement, TheOrderOfStoringDoesNotMatter)
{
    // Merged stores of two users: later events count, in whatever order they arrived.
    std::vector<Annotation> events{event("a", Kind::State, "looking", 1, "ada"),
                                   event("b", Kind::Tag, "tail", 2, "grace"),
                                   event("c", Kind::Untag, "tail", 3, "ada"),
                                   event("d", Kind::Tag, "tail", 4, "grace"),
                                   event("e", Kind::State, "suspicious", 5, "grace"),
                                   event("f", Kind::Undo, "e", 6, "ada")};
    const Judgement expected = judgementFrom(events);
    EXPECT_EQ(expected.tags, Tags{"tail"});
    EXPECT_EQ(expected.state, TriageState::Looking);
    std::mt19937 random(7);
    for (int round = 0; round < 50; ++round) {
        std::shuffle(events.begin(), events.end(), random);
        EXPECT_EQ(judgementFrom(events), expected) << round;
    }
}

TEST(Judgement, AtOneMomentTheLaterStoredCounts)
{
    std::vector<Annotation> events{event("a", Kind::State, "looking", 1),
                                   event("b", Kind::State, "accepted", 1)};
    events[0].id = {9};
    events[1].id = {8};
    EXPECT_EQ(judgementFrom(events).state, TriageState::Looking);
}

TEST(Judgement, EventsThatUndoEachOtherEnd)
{
    const std::vector<Annotation> events{event("a", Kind::Undo, "b", 1),
                                         event("b", Kind::Undo, "a", 2)};
    EXPECT_EQ(judgementFrom(events), Judgement());
}

TEST(Annotation, RefusesEmptyAnnotations)
{
    const auto refused = [](Kind kind, const std::string &value, const std::string &person) {
        return !checkAnnotation(event("a", kind, value, 1, person));
    };
    EXPECT_FALSE(refused(Kind::Tag, "tail-mask", "ada"));
    EXPECT_FALSE(refused(Kind::Note, "two words", "ada"));
    EXPECT_FALSE(refused(Kind::State, "Looking", "ada"));
    EXPECT_FALSE(refused(Kind::Undo, "a", "ada"));
    EXPECT_TRUE(refused(Kind::Tag, "tail", " "));
    EXPECT_TRUE(refused(Kind::Tag, "two words", "ada"));
    EXPECT_TRUE(refused(Kind::Tag, "a,b", "ada"));
    EXPECT_TRUE(refused(Kind::Untag, "a*", "ada"));
    EXPECT_TRUE(refused(Kind::Tag, "None", "ada"));
    EXPECT_TRUE(refused(Kind::Tag, "-tail", "ada"));
    EXPECT_TRUE(refused(Kind::Tag, std::string(65, 'x'), "ada"));
    EXPECT_TRUE(refused(Kind::Note, " \n", "ada"));
    EXPECT_TRUE(refused(Kind::State, "done", "ada"));
    EXPECT_TRUE(refused(Kind::Undo, "", "ada"));
}

TEST(Annotation, NamesRoundTrip)
{
    for (const TriageState each : allTriageStates())
        EXPECT_EQ(stateFromName(stateName(each)), each);
    for (const Kind each : {Kind::Note, Kind::Tag, Kind::Untag, Kind::State, Kind::Undo})
        EXPECT_EQ(annotationKindFromName(kindName(each)), each);
    EXPECT_FALSE(stateFromName("done"));
}

} // namespace loupe::test
