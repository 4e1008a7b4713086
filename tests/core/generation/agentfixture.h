// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"
#include "core/generation/agents/agentsession.h"
#include "core/sandbox/child/confinement.h"

#include <filesystem>
#include <fstream>
#include <future>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace loupe::test {

/// Task, its folder, and a judge that accepts programs containing a certain word.
class AgentFixture : public testing::Test
{
protected:
    void SetUp() override
    {
        auto root = TemporaryFolder::create("agents");
        ASSERT_TRUE(root);
        m_root.emplace(std::move(*root));
        m_task.task.name = "Math/one";
        m_task.suite = "native";
        m_task.language = "cpp";
        m_task.ending = ".cpp";
        m_task.text = "Twice the input.";
        m_task.files = {{"reference.cpp", "the reference"}};
        m_limits.graceSeconds = 0.1;
        auto folder = AgentFolder::create(m_root->path() / "s.kloupe.agents", m_task, m_limits, 0);
        ASSERT_TRUE(folder) << folder.error().text();
        m_folder.emplace(std::move(*folder));
        m_command.kloupe = "/bin/true";
    }

    std::filesystem::path inside(const std::string &name) const { return m_folder->path() / name; }
    void write(const std::string &name, const std::string &text) const
    {
        std::ofstream(inside(name)) << text;
    }
    std::string textOf(const std::string &name) const
    {
        const auto text = readFile(inside(name));
        return text ? *text : "";
    }

    /// Runs a shell script as the agent, in the sandbox.
    Result<AgentSessionEnd> run(const std::string &script, const std::stop_token &stop = {})
    {
        m_command.argv = {"/bin/sh", "-c", script};
        const AgentJudge judge = [this](const AgentProgram &program) -> Result<AgentVerdict> {
            if (m_refusal)
                return *m_refusal;
            m_judged.push_back(program);
            const bool isRight = program.source.find("right") != std::string::npos;
            return AgentVerdict{static_cast<int>(m_judged.size()) - 1,
                                isRight ? Verdict::Correct : Verdict::WrongValue,
                                {},
                                isRight ? "It is right." : "It is wrong."};
        };
        return runAgentSession(
            {m_command, m_task, &*m_folder, m_limits, {}}, judge,
            [this](const std::string &line) { m_said += line + "\n"; }, stop);
    }

    std::optional<TemporaryFolder> m_root;
    AgentTask m_task;
    AgentLimits m_limits;
    AgentCommand m_command;
    std::optional<AgentFolder> m_folder;
    std::vector<AgentProgram> m_judged;
    std::optional<Error> m_refusal; ///< error of the judge
    std::string m_said;
};

} // namespace loupe::test
