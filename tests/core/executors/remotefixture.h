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

/// Client and node in one process, each with its own folder, joined by sockets. The node's engine
/// returns made-up results.
class RemoteFixture : public FolderTest
{
protected:
    static constexpr int taskCount = 6;
    static constexpr int sampleCount = 10;

    void SetUp() override;
    ~RemoteFixture() override { joinEngines(); }

    RunRequest request() const;
    /// Returns a connection that breaks after `maxBytes` in either direction.
    NodeAccess node(std::function<std::size_t()> maxBytes);
    /// Returns access to a node that this function plays.
    static NodeAccess nodeSaying(std::function<void(LineStream &)> node);
    Result<RunOutcome> runOn(const NodeAccess &access, const std::stop_token &stop = {});
    /// Returns all evaluations of the store, by task and sample.
    static std::map<std::string, Json> contents(const std::filesystem::path &store);
    std::filesystem::path store() const { return root() / "own.kloupe"; }
    JobServerSettings settings();
    void joinEngines();

    int secondsPerThousand = 1;      ///< of the engine, per thousand items
    std::string device = "Test GPU"; ///< of the node
    bool waitsForCancel = false;     ///< at the first item, until another item is cancelled
    bool startsEngines = true;       ///< else the node fails once it has the job
    int diesAfter = 0;               ///< evaluations before the node dies; 0: never
    /// Called with the node's first evaluation, to add texts that no message can hold.
    std::function<void(Evaluation &)> tooLong;
    std::atomic<int> enginesStarted = 0;
    SandboxChoice wants = {};               ///< chosen by the client's user
    std::vector<SandboxChoice> startedWith; ///< of each started engine
    std::vector<std::string> log;
    std::function<void(int)> finished; ///< called with the number of finished evaluations
    std::function<void(const ItemInfo &)> started;
    std::vector<ItemInfo> queuedItems;    ///< of the last run
    std::vector<ItemInfo> cancelledItems; ///< of all runs
    std::shared_ptr<RunControl> control;  ///< of the client
    std::optional<AskedJobs> asked;

private:
    class Told;
    void work(const JobFolder &job);
    std::mutex m_mutex;
    std::vector<std::jthread> m_engines;
};

/// Returns the two ends of a connection.
std::pair<LineStream, LineStream> connectedStreams();

} // namespace loupe::test
