// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/evaluationparts.h"

#include "core/base/json.h"
#include "core/store/rows/findingrows.h"
#include "core/store/rows/profilerows.h"
#include "core/store/sqlite/blobstore.h"

#include <optional>
#include <string_view>

namespace loupe {

namespace {

/// Inserts the parts one after the other; a failed step is kept and ends the others.
class PartsInsert
{
public:
    PartsInsert(Database &database, std::int64_t id, const Evaluation &evaluation)
        : m_database(database)
        , m_id(id)
        , m_evaluation(evaluation)
    {
    }

    Status insert()
    {
        addFlags();
        addTrials();
        addTimings();
        addDiagnostics();
        if (m_failure)
            m_failure = insertActivity(m_database, m_id, m_evaluation);
        if (m_failure)
            m_failure = insertFindings(m_database, m_id, m_evaluation.findings);
        return m_failure;
    }

private:
    using BlobId = std::optional<std::int64_t>;

    template <typename... Values>
    std::int64_t add(std::string_view sql, const Values &...values)
    {
        if (!m_failure)
            return 0;
        const auto id = m_database.insert(sql, values...);
        if (!id)
            m_failure = id.error();
        return id ? *id : 0;
    }

    BlobId blob(std::string_view content)
    {
        if (!m_failure)
            return std::nullopt;
        auto id = putBlob(m_database, content);
        if (!id)
            m_failure = id.error();
        return id ? *id : std::nullopt;
    }

    void addFlags()
    {
        int position = 0;
        for (const std::string &flag : m_evaluation.flags)
            add("INSERT INTO evaluation_flag (evaluation_id, position, flag) VALUES (?, ?, ?)",
                m_id, position++, flag);
    }

    void addTrials()
    {
        for (const Trial &trial : m_evaluation.trials) {
            const std::int64_t trialId
                = add("INSERT INTO trial (evaluation_id, trial_index, case_name, seed, verdict, "
                      "message) VALUES (?, ?, ?, ?, ?, ?)",
                      m_id, trial.index, trial.caseName, trial.seed, facts(trial.verdict).id,
                      trial.message);
            int position = 0;
            for (const OutputComparison &output : trial.outputs)
                addOutput(trialId, position++, output);
        }
    }

    void addOutput(std::int64_t trialId, int position, const OutputComparison &output)
    {
        const MismatchMap &map = output.map;
        const BlobId share
            = blob({reinterpret_cast<const char *>(map.share.data()), map.share.size()});
        add("INSERT INTO trial_output (trial_id, position, output, elements, mismatched, "
            "unwritten, not_a_number, max_absolute_error, mean_absolute_error, "
            "max_relative_error, absolute_tolerance, relative_tolerance, shape, worst_index, "
            "worst_expected, worst_actual, first_mismatch, pattern, dtype, mean_relative_error, "
            "expected_nan, expected_infinite, actual_nan, actual_infinite, cosine, l1_relative, "
            "rmse, map_rows, map_columns, map_cell_rows, map_cell_columns, map_share, "
            "error_counts) VALUES (?, "
            "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
            "?, ?, ?, ?)",
            trialId, position, output.output, output.elements, output.mismatched, output.unwritten,
            output.notANumber, output.maxAbsoluteError, output.meanAbsoluteError,
            output.maxRelativeError, output.absoluteTolerance, output.relativeTolerance,
            Json(output.shape).dump(), Json(output.worstIndex).dump(), output.worstExpected,
            output.worstActual, Json(output.firstMismatch).dump(), output.pattern, output.dtype,
            output.meanRelativeError, output.expectedNan, output.expectedInfinite, output.actualNan,
            output.actualInfinite, output.cosine, output.l1Relative, output.rmse, map.rows,
            map.columns, map.cellRows, map.cellColumns, share,
            output.errorCounts.empty() ? std::string() : Json(output.errorCounts).dump());
    }

    void addTimings()
    {
        int position = 0;
        for (const TimingSeries &series : m_evaluation.timings) {
            const BlobId samples = blob(packDoubles(series.samplesMs));
            const BlobId calls = blob(packIntegers(series.callsPerSample));
            add("INSERT INTO timing (evaluation_id, position, role, clock, case_name, "
                "overhead_ms, sample_count, samples_ms, calls) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                m_id, position++, series.role, series.clock, series.caseName, series.overheadMs,
                series.samplesMs.size(), samples, calls);
        }
    }

    void addDiagnostics()
    {
        constexpr std::string_view severities[] = {"note", "warning", "error"};
        int position = 0;
        for (const Diagnostic &each : m_evaluation.diagnostics)
            add("INSERT INTO diagnostic (evaluation_id, position, severity, file, line, "
                "column_number, message, is_first_cause) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                m_id, position++, severities[static_cast<std::size_t>(each.severity)], each.file,
                each.line, each.column, each.message, each.isFirstCause);
    }

    Database &m_database;
    std::int64_t m_id;
    const Evaluation &m_evaluation;
    Status m_failure;
};

} // namespace

Status insertParts(Database &database, std::int64_t evaluationId, const Evaluation &evaluation)
{
    return PartsInsert(database, evaluationId, evaluation).insert();
}

} // namespace loupe
