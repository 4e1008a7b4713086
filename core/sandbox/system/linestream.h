// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/json.h"
#include "core/base/result.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>

namespace loupe {

/// Stream of JSON objects, one per line, over two descriptors, which may be pipes. The other end
/// may be hostile or gone. Lines above `maxLineLength`, bytes that are no JSON object and a closed
/// end are errors; nothing crashes or waits endlessly. One thread at a time.
class LineStream
{
public:
    static constexpr std::size_t maxLineLength = std::size_t{16} << 20;

    /// Makes both descriptors non-blocking.
    LineStream(Fd in, Fd out);

    /// Sends one object. Io if the other end is gone, Cancelled if `stop` was requested before all
    /// was written.
    Status send(const Json &object, const std::stop_token &stop = {});
    /// Receives one object; nothing if no whole line arrived in time. Io if the other end is gone.
    /// InvalidInput for an invalid line; nothing more can be received then.
    Result<std::optional<Json>> receive(std::chrono::milliseconds wait,
                                        const std::stop_token &stop = {});

private:
    Result<bool> readSome(std::chrono::milliseconds wait);

    Fd m_in;
    Fd m_out;
    std::string m_buffer;
    std::size_t m_searched = 0; ///< bytes of the buffer searched, without a line end
};

/// Ignores SIGPIPE in this whole process: writing to a closed end then returns an error instead of
/// killing the process.
void ignoreBrokenPipes();

} // namespace loupe
