// SPDX-License-Identifier: Apache-2.0
//
// Imports into a store file; declared in importbatch.h.
#include "core/store/write/importbatch.h"
#include "core/store/write/openwriter.h"
#include "core/store/write/unfinishedimport.h"

#include <optional>
#include <system_error>
#include <utility>

namespace loupe {

namespace {

using MaybeSummaries = std::optional<std::vector<ImportSummary>>;

/// Replaces the path of the unfinished store in an error by that of the requested store.
Error errorOfTarget(Error error, const std::filesystem::path &unfinished,
                    const std::filesystem::path &target)
{
    if (error.where.starts_with(unfinished.string()))
        error.where = target.string();
    return error;
}

/// Returns nullopt if another program created the store meanwhile; nothing is stored then.
Result<MaybeSummaries> importIntoNewStore(const std::filesystem::path &file,
                                          std::span<const RecordBatch> batches,
                                          const ImportControl &control)
{
    auto unfinished = UnfinishedImport::begin(file);
    if (!unfinished)
        return unfinished.error();
    auto summaries = [&]() -> Result<std::vector<ImportSummary>> {
        const auto writer = openNewStoreWriter(unfinished->path());
        if (!writer)
            return writer.error();
        return importBatches(**writer, batches, control);
    }();
    if (!summaries)
        return errorOfTarget(std::move(summaries).error(), unfinished->path(), file);
    const Status placed = unfinished->giveName(file);
    if (placed)
        return MaybeSummaries(std::move(*summaries));
    std::error_code failed;
    if (std::filesystem::exists(file, failed))
        return MaybeSummaries();
    return errorOfTarget(placed.error(), unfinished->path(), file);
}

} // namespace

Result<std::vector<ImportSummary>> importIntoStore(const std::filesystem::path &file,
                                                   std::span<const RecordBatch> batches,
                                                   const ImportControl &control,
                                                   const StoreOpening &open)
{
    removeImportLeftovers(file);
    if (std::error_code failed; !std::filesystem::exists(file, failed)) {
        auto imported = importIntoNewStore(file, batches, control);
        if (!imported)
            return std::move(imported).error();
        if (*imported)
            return std::move(**imported);
    }
    const auto writer = open(file);
    if (!writer)
        return writer.error();
    return importBatches(**writer, batches, control);
}

} // namespace loupe
