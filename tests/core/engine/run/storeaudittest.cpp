// SPDX-License-Identifier: Apache-2.0
//
// Tests which records and sources an audit of a store passes to the rules, and how it stores their
// findings. The rules are tested in core/integrity.
#include "core/engine/run/storeaudit.h"

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

constexpr const char *threading = "#include <thread>\nvoid f() { std::thread t; }\n";

class StoreAudits : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        writer = openWriter();
        own = add("own", "engine", "Math/add", threading);
        imported = add("imported", "import:x", "Math/add", threading);
        again = add("imported", "import:x", "Math/exp", threading);
        clean = add("imported", "import:x", "Math/log", "int f() { return 0; }\n");
    }
    RowId add(const std::string &run, const std::string &origin, const std::string &task,
              const std::string &source)
    {
        const auto known = writer->findRun(run);
        loupe::Run begun = sampleRun(run);
        begun.origin = origin;
        const RunId id = known ? known->first : must(writer->beginRun(begun));
        const TaskId taskId = must(writer->addTask(sampleTask(task, "Math")));
        const MethodId method = must(writer->addMethod(sampleMethod("loop")));
        Evaluation evaluation = sampleEvaluation(task, "loop");
        evaluation.candidate.source = source;
        return must(writer->record(id, taskId, method, evaluation));
    }
    StoredSources sources(SourceInspection &inspection) const
    {
        const auto reader = openReader();
        const auto states = must(reader->recordedStates(Filter()));
        return must(inspectStoredSources(*reader, states, inspection, {}));
    }

    std::unique_ptr<StoreWriter> writer;
    RowId own;
    RowId imported;
    RowId again;
    RowId clean;
};

RecordFinding findingAbout(RowId id, FindingSeverity severity)
{
    RecordFinding out;
    out.finding = {"a_rule", RuleLayer::Record, severity, "why", 0};
    out.evaluations = {id};
    return out;
}

} // namespace

TEST_F(StoreAudits, CountsUnreadableSources)
{
    SourceInspection none;
    const StoredSources found = sources(none);
    EXPECT_EQ(found.read, 0U);
    EXPECT_EQ(found.unread, 2U) << "each distinct imported source once; our own were read before";
    EXPECT_EQ(found.whyUnread, "no Python interpreter to read candidates with");
    EXPECT_TRUE(found.findings.empty());
}

TEST_F(StoreAudits, AuditsTheWholeStoreOrOneRun)
{
    SourceInspection none;
    const auto reader = openReader();
    const StoreAudit all = must(auditStore(*reader, "", none, {}));
    EXPECT_EQ(all.evaluations, 4U);
    EXPECT_EQ(all.unreadSources, 2U);
    const StoreAudit one = must(auditStore(*reader, "own", none, {}));
    EXPECT_EQ(one.evaluations, 1U);
    EXPECT_EQ(one.unreadSources, 0U);
    const auto nobody = auditStore(*reader, "importd", none, {});
    ASSERT_FALSE(nobody);
    EXPECT_EQ(nobody.error().code, Errc::NotFound);
    EXPECT_EQ(nobody.error().where, "--run");
    EXPECT_NE(nobody.error().hint.find("imported"), std::string::npos) << nobody.error().hint;
}

TEST_F(StoreAudits, StopsOnRequest)
{
    SourceInspection none;
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_EQ(auditStore(*openReader(), "", none, stopped.get_token()).error().code,
              Errc::Cancelled);
}

TEST_F(StoreAudits, ReplacesFindingsOfTheLastAudit)
{
    StoreAudit audit;
    audit.findings = {findingAbout(imported, FindingSeverity::Suspicion),
                      findingAbout(again, FindingSeverity::Note)};
    EXPECT_TRUE(isAnythingGrave(audit));
    mustSucceed(keepAudit(*writer, "", audit));
    const auto kept = must(openReader()->findings(Filter(), {}));
    ASSERT_EQ(kept.size(), 2U);
    EXPECT_EQ(kept[0].evaluation, imported);
    EXPECT_EQ(kept[0].finding.rule, "a_rule");
    audit.findings = {findingAbout(clean, FindingSeverity::Note)};
    EXPECT_FALSE(isAnythingGrave(audit));
    mustSucceed(keepAudit(*writer, "", audit));
    const auto now = must(openReader()->findings(Filter(), {}));
    ASSERT_EQ(now.size(), 1U);
    EXPECT_EQ(now[0].evaluation, clean);
}

TEST_F(StoreAudits, StoresTraitsOfReadSources)
{
    StoreAudit audit;
    audit.sources = 1;
    audit.traits = {{imported, {MadeOf::Mixed, std::nullopt, Arithmetic::Reduced}},
                    {again, {.madeOf = MadeOf::LibraryOnly}}};
    mustSucceed(keepAudit(*writer, "", audit));
    const auto reader = openReader();
    EXPECT_EQ(must(reader->detail(imported)).row.traits, audit.traits.at(imported));
    EXPECT_EQ(must(reader->detail(again)).row.traits, audit.traits.at(again));
    EXPECT_EQ(must(reader->detail(clean)).row.traits, KernelTraits());
    EXPECT_EQ(must(reader->check()), std::vector<std::string>());
}

TEST_F(StoreAudits, AnAuditOfOneRunLeavesTheOthersFindings)
{
    StoreAudit audit;
    audit.findings = {findingAbout(imported, FindingSeverity::Note)};
    mustSucceed(keepAudit(*writer, "", audit));
    audit.findings.clear();
    mustSucceed(keepAudit(*writer, "own", audit));
    EXPECT_EQ(must(openReader()->findings(Filter(), {})).size(), 1U);
    mustSucceed(keepAudit(*writer, "imported", audit));
    EXPECT_TRUE(must(openReader()->findings(Filter(), {})).empty());
}

TEST_F(StoreAudits, AuditWithoutSourcesKeepsEarlierTraits)
{
    StoreAudit read;
    read.sources = 2;
    RecordFinding ofSource = findingAbout(imported, FindingSeverity::Suspicion);
    ofSource.finding.layer = RuleLayer::Static;
    read.findings = {ofSource};
    mustSucceed(keepAudit(*writer, "", read));
    StoreAudit blind;
    blind.unreadSources = 2;
    mustSucceed(keepAudit(*writer, "", blind));
    EXPECT_EQ(must(openReader()->findings(Filter(), {})).size(), 1U)
        << "what nobody looked at anew still stands";
    StoreAudit clear;
    clear.sources = 2;
    mustSucceed(keepAudit(*writer, "", clear));
    EXPECT_TRUE(must(openReader()->findings(Filter(), {})).empty());
}

} // namespace loupe::test
