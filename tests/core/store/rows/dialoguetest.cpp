// SPDX-License-Identifier: Apache-2.0
#include "core/store/merge/mergestores.h"
#include "core/store/read/parentevaluations.h"
#include "core/store/rows/dialoguerows.h"
#include "core/store/sqlite/rowlisting.h"
#include "core/store/sqlite/sqlite.h"

#include <map>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

class DialogueTest : public StoreTest
{
protected:
    struct Owners {
        RunId run;
        TaskId task;
        MethodId method;
    };

    static Owners placeIn(StoreWriter &writer, const std::string &run = "first")
    {
        return {must(writer.beginRun(sampleRun(run))),
                must(writer.addTask(sampleTask("Math/add", "Math"))),
                must(writer.addMethod(sampleMethod("loop")))};
    }

    static std::size_t rows(StoreReader &reader) { return must(reader.dialogues({})).size(); }
};

} // namespace

TEST_F(DialogueTest, RoundTripsEveryField)
{
    const Dialogue dialogue = fullDialogue("Math/add", "loop");
    DialogueId id;
    {
        const auto writer = openWriter();
        const Owners place = placeIn(*writer);
        id = must(writer->recordDialogue(place.run, place.task, place.method, dialogue));
    }
    const auto reader = openReader();
    EXPECT_EQ(must(reader->dialogue(id, RawBytes::Read)), dialogue);
    Dialogue withoutRaw = dialogue;
    withoutRaw.requests[0].response->raw.clear();
    EXPECT_EQ(must(reader->dialogue(id, RawBytes::LeftOut)), withoutRaw);
    const std::vector<DialogueRow> expected{{id, "first", "Math/add", "loop", 3, 2}};
    EXPECT_EQ(must(reader->dialogues({})), expected);
    EXPECT_EQ(must(reader->dialogues({"first", "Math/add", "loop", 3})), expected);
    EXPECT_TRUE(must(reader->dialogues({"first", "Math/add", "loop", 2})).empty());
    EXPECT_EQ(must(reader->check()), std::vector<std::string>());
    EXPECT_EQ(reader->dialogue(DialogueId{99}, RawBytes::Read).error().code, Errc::NotFound);
}

TEST_F(DialogueTest, AnyDamagedTextIsAnError)
{
    DialogueId id;
    {
        const auto writer = openWriter();
        const Owners place = placeIn(*writer);
        id = must(writer->recordDialogue(place.run, place.task, place.method,
                                         fullDialogue("Math/add", "loop")));
    }
    const auto database = must(Database::open(storeFile(), Database::Mode::ReadWrite));
    const auto texts
        = must(readList<std::int64_t>(*database,
                                      "SELECT id FROM blob b WHERE NOT EXISTS (SELECT 1 FROM task "
                                      "t WHERE b.id IN (t.reference_blob, t.spec_blob))"));
    ASSERT_GT(texts.size(), 5U);
    for (const std::int64_t text : texts) {
        mustSucceed(
            database->run("UPDATE blob SET size = size + 9000000000000 WHERE id = ?", text));
        EXPECT_FALSE(openReader()->dialogue(id, RawBytes::Read)) << text;
        mustSucceed(
            database->run("UPDATE blob SET size = size - 9000000000000 WHERE id = ?", text));
    }
    EXPECT_TRUE(openReader()->dialogue(id, RawBytes::Read));
}

TEST_F(DialogueTest, FiguresReadAllDialogues)
{
    Dialogue dialogue = fullDialogue("Math/add", "loop");
    Response &response = *dialogue.requests[0].response;
    response.usageSource = "reported";
    Extraction older;
    older.ruleVersion = 1;
    older.outcome = ExtractionOutcome::NoCode;
    Extraction newer = older;
    newer.ruleVersion = 2;
    newer.outcome = ExtractionOutcome::Truncated;
    Extraction chosen = older;
    chosen.outcome = ExtractionOutcome::Code;
    chosen.person = "Ada";
    response.extractions = {newer, older};
    const auto writer = openWriter();
    const Owners place = placeIn(*writer);
    must(writer->recordDialogue(place.run, place.task, place.method, dialogue));
    const auto reader = openReader();
    const auto asked = must(reader->askedDialogues());
    ASSERT_EQ(asked.size(), 1U);
    const AskedDialogue &one = asked.front();
    EXPECT_EQ(one.run, "first");
    EXPECT_EQ(one.suite, sampleTask("Math/add", "Math").suite);
    EXPECT_EQ(one.task, "Math/add");
    EXPECT_EQ(one.method, "loop");
    EXPECT_EQ(one.sample, 3);
    EXPECT_EQ(one.profile, R"({"format":1})");
    EXPECT_EQ(one.strategy, "serial");
    EXPECT_EQ(one.stopReason, "budget");
    EXPECT_FALSE(one.hasResult);
    const std::vector<AskedMessage> told{{1, false, ToldEvaluation{3, 0, 2}}};
    EXPECT_EQ(one.messages, told);
    ASSERT_EQ(one.requests.size(), 2U);
    AskedRequest answered{0,
                          "answered",
                          true,
                          response.isComplete,
                          ExtractionOutcome::Truncated,
                          response.inputTokens,
                          response.outputTokens,
                          response.dollars};
    EXPECT_EQ(one.requests[0], answered) << "the newest rule's outcome";
    EXPECT_EQ(one.requests[1], (AskedRequest{1, "sent", false, false, {}, {}, {}, {}}));

    response.extractions.push_back(chosen);
    must(writer->recordDialogue(place.run, place.task, place.method, dialogue));
    EXPECT_EQ(must(reader->askedDialogues()).front().requests[0].outcome, ExtractionOutcome::Code)
        << "a person's choice holds before any rule";
}

TEST_F(DialogueTest, ListsParentProgramsInPromptOrder)
{
    const auto writer = openWriter();
    const Owners place = placeIn(*writer);
    std::map<std::pair<int, int>, RowId> ids;
    for (const auto &[sample, round] :
         std::vector<std::pair<int, int>>{{0, 0}, {1, 0}, {2, 1}, {0, 1}}) {
        Evaluation evaluation;
        evaluation.candidate.task = "Math/add";
        evaluation.candidate.method = "loop";
        evaluation.candidate.sample = sample;
        evaluation.candidate.round = round;
        evaluation.candidate.source = std::to_string(sample * 10 + round);
        ids[{sample, round}]
            = must(writer->record(place.run, place.task, place.method, evaluation));
    }
    Dialogue dialogue;
    dialogue.task = "Math/add";
    dialogue.method = "loop";
    dialogue.sample = 2;
    dialogue.messages = {{0, 1, "user", "feedback", {}, "Right.", "", ToldEvaluation{1, 0, 0}, ""},
                         {1, 1, "user", "feedback", {}, "Wrong.", "", ToldEvaluation{0, 0, 0}, ""}};
    dialogue.lineage = {{1, 0, 0, "crossed"}, {1, 1, 0, "crossed"}, {2, 1, 0, "refined"}};
    must(writer->recordDialogue(place.run, place.task, place.method, dialogue));
    const auto reader = openReader();
    const std::vector<ParentEvaluation> two{{ids[{1, 0}], 1, 0, "crossed"},
                                            {ids[{0, 0}], 0, 0, "crossed"}};
    const auto parents = [&](int sample, int round) {
        return must(parentEvaluations(*reader, must(reader->detail(ids[{sample, round}]))));
    };
    EXPECT_EQ(parents(2, 1), two);
    EXPECT_TRUE(parents(0, 1).empty()) << "nothing was recorded of it";
}

TEST_F(DialogueTest, UnreportedUsageIsUnknown)
{
    Dialogue dialogue = fullDialogue("Math/add", "loop");
    dialogue.requests[0].response->usageSource = "estimated";
    const auto writer = openWriter();
    const Owners place = placeIn(*writer);
    must(writer->recordDialogue(place.run, place.task, place.method, dialogue));
    const auto reader = openReader();
    const AskedRequest request = must(reader->askedDialogues()).front().requests.front();
    EXPECT_EQ(request.inputTokens, std::nullopt);
    EXPECT_EQ(request.outputTokens, std::nullopt);
    EXPECT_EQ(request.dollars, std::nullopt);
}

TEST_F(DialogueTest, StoringTwiceChangesNothing)
{
    const Dialogue dialogue = fullDialogue("Math/add", "loop");
    const auto writer = openWriter();
    const Owners place = placeIn(*writer);
    const DialogueId id
        = must(writer->recordDialogue(place.run, place.task, place.method, dialogue));
    EXPECT_EQ(must(writer->recordDialogue(place.run, place.task, place.method, dialogue)), id);
    const auto reader = openReader();
    EXPECT_EQ(rows(*reader), 1U);
    EXPECT_EQ(must(reader->dialogue(id, RawBytes::Read)), dialogue);
}

TEST_F(DialogueTest, OverwritesOnlyTruncatedAnswers)
{
    Dialogue dialogue = fullDialogue("Math/add", "loop");
    const auto writer = openWriter();
    const Owners place = placeIn(*writer);
    const auto store = [&] {
        return must(writer->recordDialogue(place.run, place.task, place.method, dialogue));
    };
    dialogue.requests[0].response->isComplete = false;
    const DialogueId id = store();
    dialogue.requests[0].response->isComplete = true;
    dialogue.requests[0].response->content = "the answer to its end";
    dialogue.state = "stopped";
    store();
    EXPECT_EQ(must(openReader()->dialogue(id, RawBytes::Read)), dialogue);
    Dialogue changed = dialogue;
    changed.requests[0].response->content = "another";
    changed.messages[0].body = "another";
    std::swap(changed, dialogue);
    store();
    EXPECT_EQ(must(openReader()->dialogue(id, RawBytes::Read)), changed);
}

TEST_F(DialogueTest, RawAnswersMayBeAddedLater)
{
    const Dialogue whole = fullDialogue("Math/add", "loop");
    Dialogue dialogue = whole;
    Response &response = *dialogue.requests[0].response;
    response.raw.clear();
    response.isComplete = false;
    const auto writer = openWriter();
    const Owners place = placeIn(*writer);
    std::string sent;
    const auto store = [&](const RawAnswers &raw) {
        return must(writer->recordDialogue(place.run, place.task, place.method, dialogue, raw));
    };
    const auto rawNow = [&](DialogueId id) {
        return must(openReader()->dialogue(id, RawBytes::Read)).requests[0].response->raw;
    };
    const RawAnswers raw = [&](const std::string &request) { return request + sent; };
    sent = " half";
    const DialogueId id = store(raw);
    EXPECT_EQ(rawNow(id), "uuid-1 half");
    store({});
    EXPECT_EQ(rawNow(id), "uuid-1 half") << "it is out of the spool by then";
    store([](const std::string &) { return std::string(); });
    EXPECT_EQ(rawNow(id), "uuid-1 half");
    response.isComplete = true;
    sent = " whole";
    store(raw);
    EXPECT_EQ(rawNow(id), "uuid-1 whole");
    sent = " changed";
    store(raw);
    EXPECT_EQ(rawNow(id), "uuid-1 whole") << "a whole answer is not asked for again";
    dialogue.requests[0].response->raw = "uuid-1 whole";
    EXPECT_EQ(must(openReader()->dialogue(id, RawBytes::Read)), dialogue);
}

TEST_F(DialogueTest, RefusesUnreadableRawAnswers)
{
    Dialogue dialogue = fullDialogue("Math/add", "loop");
    dialogue.requests[0].response->raw.clear();
    const auto writer = openWriter();
    const Owners place = placeIn(*writer);
    const auto refused = writer->recordDialogue(place.run, place.task, place.method, dialogue,
                                                [](const std::string &request) {
                                                    return Error{Errc::Io, "gone", request};
                                                });
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().where, "uuid-1");
    EXPECT_EQ(rows(*openReader()), 0U);
}

TEST_F(DialogueTest, GrowsRoundByRound)
{
    const Dialogue whole = fullDialogue("Math/add", "loop");
    Dialogue first = whole;
    first.messages.resize(2);
    first.requests.resize(1);
    const auto writer = openWriter();
    const Owners place = placeIn(*writer);
    const DialogueId id = must(writer->recordDialogue(place.run, place.task, place.method, first));
    EXPECT_EQ(must(writer->recordDialogue(place.run, place.task, place.method, whole)), id);
    EXPECT_EQ(must(openReader()->dialogue(id, RawBytes::Read)), whole);
}

TEST_F(DialogueTest, RefusesInvalidDialogues)
{
    const auto writer = openWriter();
    const Owners place = placeIn(*writer);
    Dialogue dialogue = fullDialogue("Math/add", "loop");
    dialogue.messages.back().request = "of nobody";
    const auto refused = writer->recordDialogue(place.run, place.task, place.method, dialogue);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::InvalidInput);
    dialogue = fullDialogue("Math/add", "loop");
    dialogue.requests[0].state = "dreamt";
    EXPECT_FALSE(writer->recordDialogue(place.run, place.task, place.method, dialogue));
    EXPECT_EQ(rows(*openReader()), 0U);
    dialogue = fullDialogue("Math/add", "loop");
    must(writer->recordDialogue(place.run, place.task, place.method, dialogue));
    dialogue.sample = 4;
    EXPECT_FALSE(writer->recordDialogue(place.run, place.task, place.method, dialogue))
        << "its requests are those of another";
    EXPECT_EQ(rows(*openReader()), 1U);
}

TEST_F(DialogueTest, ACandidateNamesItsRequest)
{
    const Dialogue dialogue = fullDialogue("Math/add", "loop");
    RowId id;
    {
        const auto writer = openWriter();
        const Owners place = placeIn(*writer);
        must(writer->recordDialogue(place.run, place.task, place.method, dialogue));
        Evaluation evaluation = fullEvaluation("Math/add", "loop");
        evaluation.candidate.request = dialogue.requests[0].uuid;
        id = must(writer->record(place.run, place.task, place.method, evaluation));
        evaluation.candidate.sample = 9;
        evaluation.candidate.request = "of another store";
        const RowId other = must(writer->record(place.run, place.task, place.method, evaluation));
        EXPECT_EQ(must(openReader()->detail(other)).evaluation.candidate.request, "");
        EXPECT_EQ(must(openReader()->dialogueOf(other)), std::nullopt);
    }
    const auto reader = openReader();
    EXPECT_EQ(must(reader->detail(id)).evaluation.candidate.request, dialogue.requests[0].uuid);
    EXPECT_TRUE(must(reader->dialogueOf(id)));
}

TEST_F(DialogueTest, MergingBringsAllOfThem)
{
    const Dialogue whole = fullDialogue("Math/add", "loop");
    Dialogue first = whole;
    first.messages.resize(2);
    first.requests.resize(1);
    first.state = "asking";
    // One run as stored by two machines, and a run that only the second has.
    const auto write = [&](const std::string &name, const Dialogue &dialogue, bool hasOther) {
        const auto writer = must(StoreWriter::open(folder() / name));
        const Owners place = placeIn(*writer);
        must(writer->recordDialogue(place.run, place.task, place.method, dialogue));
        Evaluation evaluation = fullEvaluation("Math/add", "loop");
        evaluation.candidate.request = dialogue.requests[0].uuid;
        must(writer->record(place.run, place.task, place.method, evaluation));
        if (!hasOther)
            return;
        const Owners second = placeIn(*writer, "second");
        Dialogue other = whole;
        for (Request &request : other.requests)
            request.uuid += "-2";
        for (DialogueMessage &message : other.messages)
            message.request += message.request.empty() ? "" : "-2";
        must(writer->recordDialogue(second.run, second.task, second.method, other));
    };
    write("a.kloupe", first, false);
    write("b.kloupe", whole, true);
    for (const auto &order : {std::vector<std::string>{"a.kloupe", "b.kloupe"},
                              std::vector<std::string>{"b.kloupe", "a.kloupe"}}) {
        const std::filesystem::path merged = folder() / ("merged-" + order[0]);
        const std::vector<std::filesystem::path> stores{folder() / order[0], folder() / order[1]};
        must(mergeStores(stores, merged));
        const auto reader = must(StoreReader::open(merged));
        const auto found = must(reader->dialogues({}));
        ASSERT_EQ(found.size(), 2U);
        EXPECT_EQ(must(reader->dialogue(found[0].id, RawBytes::Read)), whole) << order[0];
        EXPECT_EQ(must(reader->dialogue(found[1].id, RawBytes::Read)).messages.size(),
                  whole.messages.size());
        EXPECT_EQ(must(reader->detail(RowId{1})).evaluation.candidate.request,
                  whole.requests[0].uuid);
        EXPECT_EQ(must(reader->check()), std::vector<std::string>());
    }
}

} // namespace loupe::test
