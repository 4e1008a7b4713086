// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/contract/runcontrol.h"
#include "core/executors/jobserver.h"
#include "core/executors/remoterun.h"

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tests/core/suites/taskfixture.h"

namespace loupe::test {

/// An asker and a node in one process, each with a folder of its own, joined by sockets; the node's
/// engine makes its results up.
class RemoteFixture : public FolderTest
{
protected:
    static constexpr int taskCount = 6;
    static constexpr int sampleCount = 10;

    void SetUp() override;
    ~RemoteFixture() override { joinEngines(); }

    RunRequest request() const;
    /// Both ends of a connection, its bytes passed on until `mostBytes` have gone either way.
    NodeAccess node(std::function<std::size_t()> mostBytes);
    /// A node that is only what this function says to the asker.
    static NodeAccess nodeSaying(std::function<void(LineStream &)> node);
    Result<RunOutcome> runOn(const NodeAccess &access, const std::stop_token &stop = {});
    /// Everything that the store's evaluations say, by task and sample.
    static std::map<std::string, Json> contents(const std::filesystem::path &store);
    std::filesystem::path store() const { return root() / "own.kloupe"; }
    JobServerSettings settings();
    void joinEngines();

    int secondsPerThousand = 1;      ///< how long the engine takes
    std::string device = "Test GPU"; ///< of the node
    bool waitsForCancel = false;     ///< with the first item, until another is cancelled
    int diesAfter = 0;               ///< evaluations; 0: never
    std::atomic<int> enginesStarted = 0;
    SandboxChoice wants = {};               ///< the asker's user
    std::vector<SandboxChoice> startedWith; ///< of each engine
    std::vector<std::string> log;
    std::function<void(int)> finished; ///< is told how many evaluations are done
    std::function<void(const ItemInfo &)> started;
    std::vector<ItemInfo> queuedItems;    ///< of the last run
    std::vector<ItemInfo> cancelledItems; ///< of all runs
    std::shared_ptr<RunControl> control;  ///< of the asker
    std::optional<AskedJobs> asked;

private:
    class Told;
    void work(const JobFolder &job);
    std::mutex m_mutex;
    std::vector<std::jthread> m_engines;
};

/// Two ends of a connection.
std::pair<LineStream, LineStream> connectedStreams();

} // namespace loupe::test
