// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/read/storereader.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace loupe::test {

/// Reader that passes every call on. Tests override the calls during which something happens.
class ForwardingReader : public StoreReader
{
public:
    explicit ForwardingReader(StoreReader &reader) : m_reader(reader) { }

    using StoreReader::ids;
    using StoreReader::metricRows;

    Result<std::vector<RunSummary>> runs() override { return m_reader.runs(); }
    Result<std::vector<RowId>> ids(const Filter &filter, SortOrder order,
                                   std::stop_token stop) override
    {
        return m_reader.ids(filter, order, std::move(stop));
    }
    std::vector<ResultRow> fetch(std::span<const RowId> ids) override
    {
        return m_reader.fetch(ids);
    }
    Result<EvaluationDetail> detail(RowId id) override { return m_reader.detail(id); }
    Result<std::vector<Evaluation>> measurements(std::span<const RowId> evaluations) override
    {
        return m_reader.measurements(evaluations);
    }
    Result<std::vector<CandidateSource>> sources(std::span<const RowId> evaluations) override
    {
        return m_reader.sources(evaluations);
    }
    Result<std::vector<MetricRow>> metricRows(const Filter &filter, std::stop_token stop) override
    {
        return m_reader.metricRows(filter, std::move(stop));
    }
    Result<std::vector<MetricRow>> metricRowsWithoutCosts(const Filter &filter,
                                                          std::stop_token stop) override
    {
        return m_reader.metricRowsWithoutCosts(filter, std::move(stop));
    }
    Result<std::unique_ptr<RowParts>> rowParts(const Filter &filter, const PartsRequest &request,
                                               std::stop_token stop) override
    {
        return m_reader.rowParts(filter, request, std::move(stop));
    }
    Result<bool> canJoinReferences() override { return m_reader.canJoinReferences(); }
    Result<std::vector<RecordedState>> recordedStates(const Filter &filter) override
    {
        return m_reader.recordedStates(filter);
    }
    Result<std::vector<std::vector<FacetCount>>>
    facets(std::span<const std::string> fields, const Filter &filter, std::stop_token stop) override
    {
        return m_reader.facets(fields, filter, std::move(stop));
    }
    Result<std::vector<RowId>> trajectory(RowId id) override { return m_reader.trajectory(id); }
    Result<std::vector<Task>> tasks(const std::string &suite) override
    {
        return m_reader.tasks(suite);
    }
    Result<std::vector<StoredFinding>> findings(const Filter &filter, std::stop_token stop) override
    {
        return m_reader.findings(filter, std::move(stop));
    }
    Result<std::vector<Review>> reviews() override { return m_reader.reviews(); }
    Result<std::vector<Annotation>> annotations(std::span<const RowId> evaluations) override
    {
        return m_reader.annotations(evaluations);
    }
    Result<std::vector<Annotation>> latestAnnotations(const std::string &person,
                                                      std::int64_t most) override
    {
        return m_reader.latestAnnotations(person, most);
    }
    Result<std::vector<StoredGoldenRecord>> goldenRecords(const std::string &run) override
    {
        return m_reader.goldenRecords(run);
    }
    Result<std::vector<ImportedFile>> importedFiles(const std::string &run) override
    {
        return m_reader.importedFiles(run);
    }
    Result<std::vector<FailureCount>> failureCounts(const Filter &filter) override
    {
        return m_reader.failureCounts(filter);
    }
    Result<std::vector<FailureReason>> failureReasons(const Filter &filter,
                                                      std::stop_token stop) override
    {
        return m_reader.failureReasons(filter, std::move(stop));
    }
    Result<std::optional<FailureCure>> failureCure(std::span<const Name> fingerprints,
                                                   const Filter &filter) override
    {
        return m_reader.failureCure(fingerprints, filter);
    }
    Result<std::vector<DialogueRow>> dialogues(const DialogueFilter &filter) override
    {
        return m_reader.dialogues(filter);
    }
    Result<Dialogue> dialogue(DialogueId id, RawBytes raw) override
    {
        return m_reader.dialogue(id, raw);
    }
    Result<std::optional<DialogueId>> dialogueOf(RowId evaluation) override
    {
        return m_reader.dialogueOf(evaluation);
    }
    Result<std::vector<AskedDialogue>> askedDialogues() override
    {
        return m_reader.askedDialogues();
    }
    Result<std::vector<SavedView>> savedViews() override { return m_reader.savedViews(); }
    Result<std::vector<StoredFigure>> figures() override { return m_reader.figures(); }
    Result<std::vector<StoredPreset>> presets() override { return m_reader.presets(); }
    void forgetPages() override { m_reader.forgetPages(); }
    std::int64_t dataVersion() override { return m_reader.dataVersion(); }
    std::optional<StoreIdentity> identity() const override { return m_reader.identity(); }
    StorePresence presence() const override { return m_reader.presence(); }
    Status copyTo(const std::filesystem::path &target) override { return m_reader.copyTo(target); }
    Result<std::vector<std::string>> check() override { return m_reader.check(); }

private:
    StoreReader &m_reader;
};

} // namespace loupe::test
