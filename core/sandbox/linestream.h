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

/// One JSON object a line over two descriptors, which may be pipes. The other end may be hostile or
/// gone: a line above `longestLine`, bytes that are no JSON object and a closed end are errors,
/// never a crash or a wait without end. One thread at a time.
class LineStream
{
public:
    static constexpr std::size_t longestLine = std::size_t{16} << 20;

    /// Makes both descriptors non-blocking.
    LineStream(Fd in, Fd out);

    /// Io when the other end is gone, Cancelled when `stop` was requested before all was taken.
    Status send(const Json &object, const std::stop_token &stop = {});
    /// Nothing when no whole line came in time. Io: the other end is gone. InvalidInput: what came
    /// is not a line of ours; nothing more can be received then.
    Result<std::optional<Json>> receive(std::chrono::milliseconds wait,
                                        const std::stop_token &stop = {});

private:
    Result<bool> readSome(std::chrono::milliseconds wait);

    Fd m_in;
    Fd m_out;
    std::string m_buffer;
    std::size_t m_searched = 0; ///< of the buffer, without a line's end
};

/// A program that writes to an end that is gone shall be told so, not killed. For all of this
/// process.
void ignoreBrokenPipes();

} // namespace loupe
