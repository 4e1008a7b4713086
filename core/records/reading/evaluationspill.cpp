// SPDX-License-Identifier: Apache-2.0
#include "core/records/reading/evaluationspill.h"

#include "core/base/mappedcopy.h"
#include "core/model/record/evaluationfields.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <system_error>
#include <type_traits>
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

// Structs become bytes and back by the listing of their fields (fieldlisting.h). The bytes have no
// names and no version, because only one process reads them.

/// Appends the fields of structs to a text.
class FieldPacker
{
public:
    /// `keeps` returns true for a shared text that stays in memory: only its place among `kept` is
    /// written.
    FieldPacker(std::string &out, std::vector<SharedText> &kept,
                std::function<bool(const SharedText &)> keeps)
        : m_out(out)
        , m_kept(kept)
        , m_keeps(std::move(keeps))
    {
    }

    template <typename T>
    void operator()(const char * /*key*/, const T &value)
    {
        write(value);
    }
    template <typename T, typename ToName, typename FromName>
    void named(const char * /*key*/, const T &value, ToName toName, FromName /*fromName*/)
    {
        write(std::string(toName(value)));
    }
    void bytes(const char * /*key*/, const std::vector<std::uint8_t> &value) { write(value); }
    void problem(const std::string & /*key*/, const std::string & /*message*/) { }

private:
    template <typename T>
    requires std::is_arithmetic_v<T>
    void write(T value) { m_out.append(reinterpret_cast<const char *>(&value), sizeof value); }
    void write(const std::string &text) { writeText(text); }
    void write(const SharedText &text)
    {
        const bool isKept = m_keeps(text);
        write(isKept);
        if (isKept)
            m_kept.push_back(text);
        else
            writeText(text);
    }
    void writeText(std::string_view text)
    {
        write(text.size());
        m_out.append(text);
    }
    template <typename T>
    void write(const std::optional<T> &value)
    {
        write(value.has_value());
        if (value)
            write(*value);
    }
    template <typename T>
    void write(const std::vector<T> &values)
    {
        write(values.size());
        for (const T &each : values)
            write(each);
    }
    template <typename T, std::size_t count>
    void write(const std::array<T, count> &values)
    {
        for (const T &each : values)
            write(each);
    }
    template <typename T>
    void write(const std::map<std::string, T> &values)
    {
        write(values.size());
        for (const auto &[key, each] : values) {
            write(key);
            write(each);
        }
    }
    template <typename T>
    requires std::is_class_v<T>
    void write(const T &value)
    {
        listFields(*this, const_cast<T &>(value)); // a writer does not change it
    }

    std::string &m_out;
    std::vector<SharedText> &m_kept;
    std::function<bool(const SharedText &)> m_keeps;
};

/// Reads what a FieldPacker wrote, in the same order.
class FieldUnpacker
{
public:
    FieldUnpacker(std::string_view packed, const std::vector<SharedText> &kept)
        : m_rest(packed)
        , m_kept(kept)
    {
    }

    template <typename T>
    void operator()(const char * /*key*/, T &value)
    {
        read(value);
    }
    template <typename T, typename ToName, typename FromName>
    void named(const char * /*key*/, T &value, ToName /*toName*/, FromName fromName)
    {
        std::string id;
        read(id);
        if (const auto known = fromName(id))
            value = *known;
        else
            m_isDamaged = true;
    }
    void bytes(const char * /*key*/, std::vector<std::uint8_t> &value) { read(value); }
    void problem(const std::string & /*key*/, const std::string & /*message*/) { }

    /// Returns true if the bytes end too early. The values are incomplete then.
    bool isDamaged() const { return m_isDamaged; }

private:
    std::string_view take(std::size_t size)
    {
        m_isDamaged = m_isDamaged || size > m_rest.size();
        const std::string_view out = m_rest.substr(0, m_isDamaged ? 0 : size);
        m_rest.remove_prefix(out.size());
        return out;
    }
    /// Returns the length of a list; 0 if that many cannot follow.
    std::size_t takeLength()
    {
        std::size_t out = 0;
        read(out);
        m_isDamaged = m_isDamaged || out > m_rest.size();
        return m_isDamaged ? 0 : out;
    }
    template <typename T>
    requires std::is_arithmetic_v<T>
    void read(T &value)
    {
        const std::string_view bytes = take(sizeof value);
        if (!m_isDamaged)
            std::memcpy(&value, bytes.data(), sizeof value);
    }
    void read(std::string &text) { text = take(takeLength()); }
    void read(SharedText &text)
    {
        bool isKept = false;
        read(isKept);
        if (!isKept) {
            std::string own;
            read(own);
            text = own.empty() ? SharedText() : SharedText(std::move(own));
        } else if (m_nextKept < m_kept.size()) {
            text = m_kept[m_nextKept++];
        } else {
            m_isDamaged = true;
        }
    }
    template <typename T>
    void read(std::optional<T> &value)
    {
        bool hasValue = false;
        read(hasValue);
        if (hasValue)
            read(value.emplace());
    }
    template <typename T>
    void read(std::vector<T> &values)
    {
        const std::size_t length = takeLength();
        values.reserve(length);
        for (std::size_t i = 0; i < length; ++i)
            read(values.emplace_back());
    }
    template <typename T, std::size_t count>
    void read(std::array<T, count> &values)
    {
        for (T &each : values)
            read(each);
    }
    template <typename T>
    void read(std::map<std::string, T> &values)
    {
        const std::size_t length = takeLength();
        for (std::size_t i = 0; i < length; ++i) {
            std::string key;
            read(key);
            read(values[key]);
        }
    }
    template <typename T>
    requires std::is_class_v<T>
    void read(T &value) { listFields(*this, value); }

    std::string_view m_rest;
    const std::vector<SharedText> &m_kept;
    std::size_t m_nextKept = 0;
    bool m_isDamaged = false;
};

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
