// SPDX-License-Identifier: Apache-2.0
//
// Columns of dialogues and their dependent tables, for core/store/sqlite/rowlisting.h: one list for
// writing, reading and merging.
#pragma once

#include "core/model/record/dialogue.h"
#include "core/store/sqlite/rowlisting.h"

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace loupe {

/// Lists the columns of table `generation_profile`.
template <typename Columns, typename Row>
requires std::same_as<std::remove_const_t<Row>, GenerationProfile>
void listColumns(Columns &columns, Row &profile)
{
    auto &[name, json] = profile;
    columns("name", name);
    columns("json", json);
}

/// Lists the columns of table `prompt_template`.
template <typename Columns, typename Row>
requires std::same_as<std::remove_const_t<Row>, PromptTemplate>
void listColumns(Columns &columns, Row &made)
{
    auto &[name, platform, purpose, body, variables] = made;
    columns("name", name);
    columns("platform", platform);
    columns("purpose", purpose);
    columns.blob("body", body);
    columns("variables", variables);
}

/// Lists the columns of table `dialogue`. Task and method are its key; its messages have rows of
/// their own.
template <typename Columns, typename Row>
requires std::same_as<std::remove_const_t<Row>, Dialogue>
void listColumns(Columns &columns, Row &dialogue)
{
    auto &[task, method, sample, profile, strategy, island, state, stopReason, askedSeed, messages,
           requests, lineage]
        = dialogue;
    columns("sample", sample);
    columns("strategy", strategy);
    columns("island", island);
    columns("state", state);
    columns("stop_reason", stopReason);
    columns("asked_seed", askedSeed);
}

/// Lists the columns of table `request`. The response has a row of its own.
template <typename Columns, typename Row>
requires std::same_as<std::remove_const_t<Row>, Request>
void listColumns(Columns &columns, Row &request)
{
    auto &[uuid, round, purpose, attempt, httpMethod, path, body, state, reservedDollars,
           httpStatus, errorClass, errorText, retryAfterSeconds, plannedAt, sentAt, firstByteAt,
           endedAt, providerRequestId, response]
        = request;
    columns("uuid", uuid);
    columns("round", round);
    columns("purpose", purpose);
    columns("attempt", attempt);
    columns("http_method", httpMethod);
    columns("path", path);
    columns.blob("body", body);
    columns("state", state);
    columns("reserved_dollars", reservedDollars);
    columns("http_status", httpStatus);
    columns("error_class", errorClass);
    columns("error_text", errorText);
    columns("retry_after_seconds", retryAfterSeconds);
    columns("planned_at", plannedAt);
    columns("sent_at", sentAt);
    columns("first_byte_at", firstByteAt);
    columns("ended_at", endedAt);
    columns("provider_request_id", providerRequestId);
}

/// Lists the columns of table `response`. Extractions have rows of their own.
template <typename Columns, typename Row>
requires std::same_as<std::remove_const_t<Row>, Response>
void listColumns(Columns &columns, Row &response)
{
    auto &[raw, content, reasoning, finishReason, modelSaid, fingerprint, inputTokens, cachedTokens,
           outputTokens, reasoningTokens, usageSource, dollars, dollarsSource, isComplete,
           extractions]
        = response;
    columns.blob("raw", raw);
    columns.blob("content", content);
    columns.blob("reasoning", reasoning);
    columns("finish_reason", finishReason);
    columns("model_said", modelSaid);
    columns("fingerprint", fingerprint);
    columns("input_tokens", inputTokens);
    columns("cached_tokens", cachedTokens);
    columns("output_tokens", outputTokens);
    columns("reasoning_tokens", reasoningTokens);
    columns("usage_source", usageSource);
    columns("dollars", dollars);
    columns("dollars_source", dollarsSource);
    columns("is_complete", isComplete);
}

inline std::string_view columnOfOutcome(ExtractionOutcome outcome)
{
    return facts(outcome).id;
}
inline ExtractionOutcome outcomeOfColumn(std::string_view id)
{
    return extractionOutcomeFromId(id).value_or(ExtractionOutcome::NoCode);
}
/// Encodes ranges for the column: begin and end of each, in one array.
inline std::string columnOfRanges(const std::vector<ByteRange> &ranges)
{
    Json out = Json::array();
    for (const ByteRange &range : ranges) {
        out.push_back(range.begin);
        out.push_back(range.end);
    }
    return out.dump();
}
inline std::vector<ByteRange> rangesOfColumn(std::string_view text)
{
    const std::vector<std::int64_t> places = storedIntegers(text);
    std::vector<ByteRange> out;
    for (std::size_t i = 0; i + 1 < places.size(); i += 2)
        out.push_back({places[i], places[i + 1]});
    return out;
}

/// Lists the columns of table `extraction`.
template <typename Columns, typename Row>
requires std::same_as<std::remove_const_t<Row>, Extraction>
void listColumns(Columns &columns, Row &extraction)
{
    auto &[ruleVersion, outcome, segmentation, blocks, chosen, isUnclosed, isInOpenThought, ranges,
           source, person]
        = extraction;
    columns("rule_version", ruleVersion);
    columns.named("outcome", outcome, columnOfOutcome, outcomeOfColumn);
    columns("segmentation", segmentation);
    columns("blocks", blocks);
    columns("chosen", chosen);
    columns("is_unclosed", isUnclosed);
    columns("in_open_thought", isInOpenThought);
    columns.named("ranges", ranges, columnOfRanges, rangesOfColumn);
    columns.blob("source", source);
    columns("person", person);
}

/// Lists the columns of table `message`. Its template and its request have rows of their own.
template <typename Columns, typename Row>
requires std::same_as<std::remove_const_t<Row>, DialogueMessage>
void listColumns(Columns &columns, Row &message)
{
    auto &[ordinal, round, role, kind, made, body, author, told, request] = message;
    columns("ordinal", ordinal);
    columns("round", round);
    columns("role", role);
    columns("kind", kind);
    columns.blob("body", body);
    columns("author", author);
    using Number = std::optional<std::int64_t>;
    Number sample = told ? Number(told->sample) : std::nullopt;
    Number toldRound = told ? Number(told->round) : std::nullopt;
    Number attempt = told ? Number(told->attempt) : std::nullopt;
    columns("told_sample", sample);
    columns("told_round", toldRound);
    columns("told_attempt", attempt);
    if constexpr (!std::is_const_v<Row>) {
        if (sample && toldRound && attempt)
            told = ToldEvaluation{static_cast<int>(*sample), static_cast<int>(*toldRound),
                                  static_cast<int>(*attempt)};
    }
}

/// Lists the columns of table `lineage`.
template <typename Columns, typename Row>
requires std::same_as<std::remove_const_t<Row>, Lineage>
void listColumns(Columns &columns, Row &lineage)
{
    auto &[round, parentSample, parentRound, role] = lineage;
    columns("round", round);
    columns("parent_sample", parentSample);
    columns("parent_round", parentRound);
    columns("role", role);
}

} // namespace loupe
