// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/evaluationparts.h"

#include "core/store/rows/evaluationcolumns.h"
#include "core/store/rows/findingrows.h"
#include "core/store/rows/profilerows.h"

#include <initializer_list>
#include <string>
#include <string_view>

namespace loupe {

namespace {

/// Inserts the parts one after the other; stops at the first failure.
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
        addGeneratedCode();
        if (m_failure)
            m_failure = insertActivity(m_database, m_id, m_evaluation);
        if (m_failure)
            m_failure = insertFindings(m_database, m_id, m_evaluation.findings);
        return m_failure;
    }

private:
    template <typename Row, typename... Keys>
    std::int64_t add(const std::string &statement, const Row &row, const Keys &...keys)
    {
        if (!m_failure)
            return 0;
        const auto id = insertRow(m_database, statement, row, keys...);
        if (!id)
            m_failure = id.error();
        return id ? *id : 0;
    }

    /// Inserts rows that are ordered by position.
    template <typename Row>
    void addAll(const std::string &statement, std::int64_t of, const std::vector<Row> &rows)
    {
        int position = 0;
        for (const Row &row : rows)
            add(statement, row, of, position++);
    }

    void addFlags()
    {
        int position = 0;
        for (const std::string &flag : m_evaluation.flags) {
            if (!m_failure)
                return;
            m_failure = m_database.run("INSERT INTO evaluation_flag (evaluation_id, position, "
                                       "flag) VALUES (?, ?, ?)",
                                       m_id, position++, flag);
        }
    }

    void addTrials()
    {
        static const std::string trial
            = insertStatement("trial", {"evaluation_id"}, columnNames<Trial>());
        static const std::string output = insertStatement("trial_output", {"trial_id", "position"},
                                                          columnNames<OutputComparison>());
        for (const Trial &each : m_evaluation.trials)
            addAll(output, add(trial, each, m_id), each.outputs);
    }

    void addTimings()
    {
        static const std::string timing
            = insertStatement("timing", {"evaluation_id", "position"}, columnNames<TimingSeries>());
        addAll(timing, m_id, m_evaluation.timings);
    }

    void addDiagnostics()
    {
        static const std::string diagnostic = insertStatement(
            "diagnostic", {"evaluation_id", "position"}, columnNames<Diagnostic>());
        addAll(diagnostic, m_id, m_evaluation.diagnostics);
    }

    void addGeneratedCode()
    {
        static const std::string code = insertStatement(
            "generated_code", {"evaluation_id", "position"}, columnNames<GeneratedCode>());
        addAll(code, m_id, m_evaluation.generatedCode);
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
