// SPDX-License-Identifier: Apache-2.0
#include "core/records/reading/evaluationspill.h"

#include "core/base/unnamedfile.h"
#include "core/model/record/evaluationfields.h"
#include "core/records/reading/packedfields.h"

#include <cerrno>
#include <functional>
#include <string>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace loupe {

// In the namespace of their structs, as fieldlisting.h requires.
template <typename Fields>
void listFields(Fields &fields, GenerationCost &cost)
{
    auto &[inputTokens, outputTokens, requests, dollars, seconds] = cost;
    fields("input_tokens", inputTokens);
    fields("output_tokens", outputTokens);
    fields("requests", requests);
    fields("dollars", dollars);
    fields("seconds", seconds);
}

namespace {

/// Lists what the listing of an evaluation leaves out. It lists only the key of the candidate.
template <typename Fields>
void listCandidate(Fields &fields, Candidate &candidate)
{
    auto &[task, method, sample, round, source, language, fileName, feedback, cost, request]
        = candidate;
    fields("source", source);
    fields("language", language);
    fields("file_name", fileName);
    fields("feedback", feedback);
    fields("cost", cost);
    fields("request", request);
}

bool writeAll(const Fd &fd, std::string_view bytes, std::uint64_t offset)
{
    while (!bytes.empty()) {
        const ssize_t written
            = ::pwrite(fd.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        offset += static_cast<std::uint64_t>(written);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

Status readAll(const Fd &fd, std::string &bytes, std::uint64_t offset)
{
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t read = ::pread(fd.get(), bytes.data() + done, bytes.size() - done,
                                     static_cast<off_t>(offset + done));
        if (read < 0 && errno == EINTR)
            continue;
        if (read <= 0)
            return Error{Errc::Io,
                         "cannot read a temporary file: "
                             + std::generic_category().message(read < 0 ? errno : EIO),
                         {},
                         "set TMPDIR to a folder on another disk"};
        done += static_cast<std::size_t>(read);
    }
    return {};
}

} // namespace

std::optional<EvaluationSpill> EvaluationSpill::begin(std::string_view source)
{
    auto fd = openUnnamedFile(0);
    if (!fd)
        return std::nullopt;
    return EvaluationSpill(std::move(*fd), source);
}

bool EvaluationSpill::keeps(const SharedText &text) const
{
    const char *const begin = text.view().data();
    const std::less<const char *> isBefore;
    const bool isWithin
        = !isBefore(begin, m_source.data()) && isBefore(begin, m_source.data() + m_source.size());
    return m_source.empty() || (!text.empty() && isWithin);
}

bool EvaluationSpill::append(std::span<const Evaluation> evaluations)
{
    Part part{m_end, 0, evaluations.size(), {}};
    std::string packed;
    FieldPacker fields(packed, part.kept, [this](const SharedText &text) { return keeps(text); });
    for (const Evaluation &each : evaluations) {
        auto &evaluation = const_cast<Evaluation &>(each); // a writer does not change it
        listFields(fields, evaluation);
        listCandidate(fields, evaluation.candidate);
    }
    // The whole file counts, so that it never takes most of the disk.
    if (!hasRoomForTemporary(m_end + packed.size()) || !writeAll(m_fd, packed, m_end))
        return false;
    part.bytes = packed.size();
    part.kept.shrink_to_fit();
    m_end += packed.size();
    m_size += evaluations.size();
    m_parts.push_back(std::move(part));
    return true;
}

Result<std::vector<Evaluation>> EvaluationSpill::part(std::size_t index) const
{
    const Part &part = m_parts.at(index);
    std::string packed(part.bytes, '\0');
    if (Status read = readAll(m_fd, packed, part.offset); !read)
        return read.error();
    FieldUnpacker fields(packed, part.kept);
    std::vector<Evaluation> out(part.evaluations);
    for (Evaluation &each : out) {
        listFields(fields, each);
        listCandidate(fields, each.candidate);
    }
    if (fields.isDamaged())
        return Error{Errc::Io, "a temporary file was changed"};
    return out;
}

} // namespace loupe
