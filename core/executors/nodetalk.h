// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/digest.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/engine/request/runrequest.h"
#include "core/executors/runsink.h"
#include "core/sandbox/system/linestream.h"

#include <cstdint>
#include <stop_token>
#include <string>

namespace loupe {

/// News of an engine received so far, over all connections.
struct KnownNews {
    std::string watcher = randomHex(16);
    std::string name;
    std::int64_t count = 0;
};

/// Client side of one connection. Errors of code Io mean that it is cut; all others end the run.
class NodeTalk
{
public:
    NodeTalk(LineStream &lines, RunSink &sink, const RunRequest &request, std::string place,
             KnownNews &known, const std::stop_token &stop)
        : m_lines(lines)
        , m_sink(sink)
        , m_request(request)
        , m_place(std::move(place))
        , m_stop(stop)
        , m_known(known)
    {
    }

    /// True once the node has answered.
    bool wasHeard() const { return m_wasHeard; }

    /// Runs the job and returns its end state. With `mayRestart`, a cancelled or failed job is
    /// resumed.
    Result<std::string> run(bool mayRestart)
    {
        if (Status met = meet(); !met)
            return met.error();
        if (Status attached = attach(mayRestart); !attached)
            return attached.error();
        return follow();
    }

    /// Lets the node delete the job. If the message is lost, the node keeps some files.
    void forget() { static_cast<void>(m_lines.send({{"kind", "forget"}})); }

private:
    Status meet();
    Status bring();
    Status sendFile(const std::string &digest, const std::string &content);
    Status attach(bool mayRestart);
    Result<std::string> follow();
    Status take(const Json &message);
    Status takeNews(const Json &message);
    Status steer();
    Status takeResult(const Json &message);
    Result<Json> answer(const std::string &kind);

    LineStream &m_lines;
    RunSink &m_sink;
    const RunRequest &m_request;
    std::string m_place;
    std::stop_token m_stop;
    KnownNews &m_known;
    bool m_wasHeard = false;
    std::int64_t m_seq = 0;
    std::int64_t m_steered = 0; ///< number of commands sent to the node
};

} // namespace loupe
