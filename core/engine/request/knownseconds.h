// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace loupe {

/// Returns how many random numbers the get_inputs() of a reference draws, by its text. It adds the
/// products of the arguments of torch.rand, randn and randint that are numbers, names of numbers,
/// or tuples of them. Returns 0 if nothing can be read. An estimate for the order of work.
double drawnElements(const std::string &reference);

/// Seconds that sources took to be judged and timed when last evaluated on this machine, saved next
/// to the build cache. The slowest starts first, so that a run does not end waiting for it alone.
/// An estimate for the order only, so that an unreadable file is ignored. Thread-safe.
class KnownSeconds
{
public:
    static constexpr std::size_t maxSources = 100'000;

    /// Reads the file, if there is one.
    explicit KnownSeconds(std::filesystem::path file);
    /// Writes the file if an entry was noted. Of more than `maxSources`, the oldest are dropped.
    ~KnownSeconds();
    KnownSeconds(const KnownSeconds &) = delete;
    KnownSeconds &operator=(const KnownSeconds &) = delete;

    std::optional<double> of(const std::string &source) const;
    void note(const std::string &source, double seconds);

private:
    void save() const;

    std::filesystem::path m_file;
    mutable std::mutex m_mutex;
    struct Entry {
        double seconds = 0;
        std::size_t number = 0; ///< in the order in which entries were noted
    };
    std::map<std::string, Entry> m_entries; ///< by the digest of the source
    std::size_t m_noted = 0;
    bool m_isChanged = false;
};

/// Estimates the work of a reference from its sizes: the product of the two largest numbers that it
/// names. Returns 0 if it names fewer than two.
double namedSize(const std::string &source);

/// Returns namedSize() if making weights or inputs of that size takes longer than everything else.
/// Otherwise returns 0, because the candidates' work then matters more.
double largeNamedSize(const std::string &reference);
/// Returns the larger of largeNamedSize() and the drawn elements, for what takes long as a whole.
/// Inputs that large are made anew for each call, so that starting before the build gains nothing.
double largeSize(const std::string &reference);

} // namespace loupe
