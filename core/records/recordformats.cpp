// SPDX-License-Identifier: Apache-2.0
#include "core/records/recordformats.h"

#include "core/records/kbxcorpus.h"

#include <array>

namespace loupe {

namespace {
constexpr std::array formats{
    RecordFormat{"kbx-corpus", "KernelBench-X refinement corpus of the GEAK agent, JSON lines",
                 readKbxCorpus},
};
} // namespace

std::span<const RecordFormat> recordFormats()
{
    return formats;
}

Result<RecordBatch> readRecords(std::string_view format, const std::filesystem::path &file,
                                const ReadOptions &options)
{
    std::string known;
    for (const RecordFormat &each : formats) {
        if (each.name == format)
            return each.read(file, options);
        known += (known.empty() ? "" : ", ") + std::string(each.name);
    }
    return Error{Errc::InvalidInput,
                 "there is no record format \"" + std::string(format) + "\"",
                 {},
                 "known formats: " + known,
                 {}};
}

} // namespace loupe
