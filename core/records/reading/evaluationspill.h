// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/base/sharedtext.h"
#include "core/model/record/evaluation.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace loupe {

/// Evaluations in a temporary file without a name. Records of a large source need twice its size as
/// values. Parts can be read while others are not appended.
class EvaluationSpill
{
public:
    /// Returns nothing if a temporary file is not possible: the evaluations must stay in memory.
    /// Sources and original records within `source` stay there, as it is in memory anyway; if it
    /// is empty, all do, because runs share them.
    static std::optional<EvaluationSpill> begin(std::string_view source);

    /// Appends a part. Returns false, and appends nothing, if the disk has little room or fails.
    bool append(std::span<const Evaluation> evaluations);
    std::size_t size() const { return m_size; } ///< number of evaluations
    std::size_t parts() const { return m_parts.size(); }
    Result<std::vector<Evaluation>> part(std::size_t index) const;

private:
    struct Part {
        std::uint64_t offset = 0;
        std::size_t bytes = 0;
        std::size_t evaluations = 0;
        std::vector<SharedText> kept; ///< texts that stay in memory
    };
    EvaluationSpill(Fd fd, std::string_view source) : m_fd(std::move(fd)), m_source(source) { }

    bool keeps(const SharedText &text) const;

    Fd m_fd;
    std::string_view m_source;
    std::vector<Part> m_parts;
    std::uint64_t m_end = 0; ///< of the file
    std::size_t m_size = 0;
};

} // namespace loupe
