// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/outsideuse.h"

#include "core/base/result.h"
#include "core/engine/machine/programs.h"
#include "core/engine/request/runpreset.h"

#include "tests/core/suites/taskfixture.h"

namespace loupe {

namespace {

class OutsideUses : public test::FolderTest
{
protected:
    std::filesystem::path list() const { return root() / "config" / "accepted.json"; }
    /// Returns the request of a preset that another user could have written.
    RunRequest fromFile(const std::string &fields) const
    {
        const auto preset
            = parsePreset(R"({"kernelloupe_preset": 1, )" + fields + "}", "theirs.json");
        EXPECT_TRUE(preset) << preset.error().text();
        return requestOf(*preset, RunRequest());
    }
    RunRequest withInterpreter() const
    {
        return fromFile(R"("python": {"interpreter": ")" + (root() / "python").string() + R"("})");
    }
};

} // namespace

TEST_F(OutsideUses, UsesAnInterpreterOfAFileOnceAccepted)
{
    write("python", "#!/bin/sh\n");
    const RunRequest request = withInterpreter();
    const Status refused = demandAccepted(request, AcceptedUses(list()));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::InvalidInput);
    EXPECT_EQ(refused.error().where, "theirs.json");
    EXPECT_NE(refused.error().message.find((root() / "python").string()), std::string::npos);
    EXPECT_NE(refused.error().hint.find("--accept-settings"), std::string::npos);
    AcceptedUses accepted(list());
    ASSERT_TRUE(accepted.accept(usesToAccept(request, accepted)));
    EXPECT_TRUE(demandAccepted(request, AcceptedUses(list()))) << "remembered in the file";
    write("python", "#!/bin/sh\nrm -rf /\n");
    EXPECT_FALSE(demandAccepted(request, AcceptedUses(list()))) << "another program is another one";
}

TEST_F(OutsideUses, ATemplateIsAcceptedWithItsContent)
{
    write("site.json", R"({"kernelloupe_slurm": 1, "folder": "/x", "wrapper": ["sh", "-c"]})");
    const RunRequest request
        = fromFile(R"("place": "slurm:)" + (root() / "site.json").string() + R"(")");
    const auto uses = usesToAccept(request, AcceptedUses(list()));
    ASSERT_EQ(uses.size(), 1U);
    EXPECT_NE(uses[0].content.find("wrapper"), std::string::npos) << "it is shown";
    AcceptedUses accepted(list());
    ASSERT_TRUE(accepted.accept(uses));
    EXPECT_TRUE(demandAccepted(request, AcceptedUses(list())));
    write("site.json", R"({"kernelloupe_slurm": 1, "folder": "/x", "wrapper": ["sh", "-e"]})");
    EXPECT_FALSE(demandAccepted(request, AcceptedUses(list())));
}

TEST_F(OutsideUses, AnotherMachineInAFileNeedsConfirmation)
{
    EXPECT_FALSE(demandAccepted(fromFile(R"("place": "ssh:elsewhere")"), AcceptedUses(list())));
    EXPECT_TRUE(demandAccepted(fromFile(R"("place": "local")"), AcceptedUses(list())));
}

TEST_F(OutsideUses, OnlyNewUsesNeedConfirmation)
{
    write("python", "#!/bin/sh\n");
    RunRequest request = withInterpreter();
    int asked = 0;
    const auto settle = [&](const Status &answer) {
        return settleUses(
            request,
            [&](const std::vector<OutsideUse> &uses) {
                asked += static_cast<int>(uses.size());
                return answer;
            },
            AcceptedUses(list()));
    };
    request.dryRun = true;
    EXPECT_TRUE(settle(Error{Errc::Cancelled, "no"}));
    EXPECT_EQ(asked, 0) << "a dry run uses nothing";
    request.dryRun = false;
    EXPECT_EQ(settle(Error{Errc::Cancelled, "no"}).error().message, "no");
    EXPECT_FALSE(demandAccepted(request, AcceptedUses(list())));
    EXPECT_TRUE(settle({}));
    EXPECT_EQ(asked, 2);
    EXPECT_TRUE(settle(Error{Errc::Cancelled, "no"})) << "it was accepted";
    EXPECT_EQ(asked, 2);
}

TEST_F(OutsideUses, TypedUsesNeedNoConfirmation)
{
    write("python", "#!/bin/sh\n");
    RunRequest typed;
    typed.python.interpreter = root() / "python";
    typed.place = "ssh:mine";
    EXPECT_TRUE(demandAccepted(typed, AcceptedUses(list())));
    EXPECT_EQ(usesTyped(typed).size(), 2U);
    AcceptedUses accepted(list());
    ASSERT_TRUE(accepted.accept(usesTyped(typed)));
    EXPECT_TRUE(demandAccepted(withInterpreter(), AcceptedUses(list())))
        << "what was typed before is known when a stored run names it";
    const auto usual = findPython({});
    if (usual) {
        EXPECT_TRUE(
            demandAccepted(fromFile(R"("python": {"interpreter": ")" + usual->string() + R"("})"),
                           AcceptedUses(root() / "none.json")))
            << "the default is the user's own";
    }
}

TEST_F(OutsideUses, DamagedListAcceptsNothing)
{
    for (const char *text : {"", "[", "[]", R"({"accepted": [1, {"digest": 2}]})",
                             R"({"accepted": {"digest": "x"}})"}) {
        write("config/accepted.json", text);
        EXPECT_FALSE(demandAccepted(fromFile(R"("place": "ssh:elsewhere")"), AcceptedUses(list())))
            << text;
    }
}

TEST_F(OutsideUses, APresetCannotLeaveTheSandbox)
{
    const RunRequest told = fromFile(R"("sandbox": "none")");
    EXPECT_EQ(told.sandbox, SandboxMode::Bubblewrap);
    EXPECT_NE(overruledSandbox(told).find("This is ignored"), std::string::npos);
    EXPECT_EQ(overruledSandbox(fromFile(R"("sandbox": "bubblewrap")")), "");
    RunRequest typed;
    typed.sandbox = SandboxMode::None;
    typed.unconfinedAsRoot = true;
    const auto preset = parsePreset(R"({"kernelloupe_preset": 1})", "p");
    EXPECT_EQ(requestOf(*preset, typed).sandbox, SandboxMode::None) << "the user typed it";
    EXPECT_TRUE(requestOf(*preset, typed).unconfinedAsRoot);
    EXPECT_EQ(toJson(RunPreset{"p", "local", typed}).at("sandbox"), "bubblewrap");
}

TEST_F(OutsideUses, ShowsInvisibleCharactersOfATemplate)
{
    write("site.json", "{\"wrapper\": \"\x1b[2Jrm\u202e\"}\n");
    const auto uses = usesNamedByFile(
        fromFile(R"("place": "slurm:)" + (root() / "site.json").string() + R"(")"));
    ASSERT_EQ(uses.size(), 1U);
    EXPECT_EQ(uses[0].content, "{\"wrapper\": \"␛[2Jrm⟨U+202E⟩\"}\n");
    EXPECT_TRUE(uses[0].what.starts_with("the cluster's template "));
}

TEST_F(OutsideUses, MissingTemplateIsNotAccepted)
{
    const RunRequest request
        = fromFile(R"("place": "slurm:)" + (root() / "site.json").string() + R"(")");
    AcceptedUses accepted(list());
    ASSERT_TRUE(accepted.accept(usesToAccept(request, accepted)));
    EXPECT_TRUE(demandAccepted(request, AcceptedUses(list())));
    write("site.json", R"({"kernelloupe_slurm": 1})");
    EXPECT_FALSE(demandAccepted(request, AcceptedUses(list())));
}

TEST_F(OutsideUses, KeepsEarlierAcceptances)
{
    AcceptedUses first(list());
    ASSERT_TRUE(first.accept(usesToAccept(fromFile(R"("place": "ssh:one")"), first)));
    AcceptedUses second(list());
    ASSERT_TRUE(second.accept(usesToAccept(fromFile(R"("place": "ssh:two")"), second)));
    EXPECT_TRUE(demandAccepted(fromFile(R"("place": "ssh:one")"), AcceptedUses(list())));
    EXPECT_TRUE(demandAccepted(fromFile(R"("place": "ssh:two")"), AcceptedUses(list())));
    EXPECT_FALSE(demandAccepted(fromFile(R"("place": "ssh:onetwo")"), AcceptedUses(list())));
}

TEST_F(OutsideUses, ReportsMissingFolderForAcceptances)
{
    AcceptedUses nowhere{std::filesystem::path()};
    const Status kept = nowhere.accept(usesToAccept(fromFile(R"("place": "ssh:one")"), nowhere));
    ASSERT_FALSE(kept);
    EXPECT_EQ(kept.error().code, Errc::Environment);
    EXPECT_EQ(kept.error().hint, "set HOME or XDG_CONFIG_HOME");
}

} // namespace loupe
