// SPDX-License-Identifier: Apache-2.0
//
// Lists the fields of a dialogue as they are printed and sent, for core/base/fieldlisting.h.
#pragma once

#include "core/base/fieldlisting.h"
#include "core/model/record/dialogue.h"

namespace loupe {

template <typename Fields>
void listFields(Fields &fields, ByteRange &range)
{
    auto &[begin, end] = range;
    fields("begin", begin);
    fields("end", end);
}

template <typename Fields>
void listFields(Fields &fields, Extraction &extraction)
{
    auto &[ruleVersion, outcome, segmentation, blocks, chosen, isUnclosed, isInOpenThought, ranges,
           source, person]
        = extraction;
    fields("rule_version", ruleVersion);
    fields.named(
        "outcome", outcome, [](ExtractionOutcome value) { return std::string(facts(value).id); },
        extractionOutcomeFromId);
    fields("segmentation", segmentation);
    fields("blocks", blocks);
    fields("chosen", chosen);
    fields("unclosed", isUnclosed);
    fields("in_open_thought", isInOpenThought);
    fields("ranges", ranges);
    fields("source", source);
    fields("person", person);
}

template <typename Fields>
void listFields(Fields &fields, GenerationProfile &profile)
{
    auto &[name, json] = profile;
    fields("name", name);
    fields("json", json);
}

template <typename Fields>
void listFields(Fields &fields, PromptTemplate &made)
{
    auto &[name, platform, purpose, body, variables] = made;
    fields("name", name);
    fields("platform", platform);
    fields("purpose", purpose);
    fields("body", body);
    fields("variables", variables);
}

template <typename Fields>
void listFields(Fields &fields, ToldEvaluation &told)
{
    auto &[sample, round, attempt] = told;
    fields("sample", sample);
    fields("round", round);
    fields("attempt", attempt);
}

template <typename Fields>
void listFields(Fields &fields, DialogueMessage &message)
{
    auto &[ordinal, round, role, kind, made, body, author, told, request] = message;
    fields("ordinal", ordinal);
    fields("round", round);
    fields("role", role);
    fields("kind", kind);
    fields("template", made);
    fields("body", body);
    fields("author", author);
    fields("told", told);
    fields("request", request);
}

template <typename Fields>
void listFields(Fields &fields, Response &response)
{
    auto &[raw, content, reasoning, finishReason, modelSaid, fingerprint, inputTokens, cachedTokens,
           outputTokens, reasoningTokens, usageSource, dollars, dollarsSource, isComplete,
           extractions]
        = response;
    fields("raw", raw);
    fields("content", content);
    fields("reasoning", reasoning);
    fields("finish_reason", finishReason);
    fields("model_said", modelSaid);
    fields("fingerprint", fingerprint);
    fields("input_tokens", inputTokens);
    fields("cached_tokens", cachedTokens);
    fields("output_tokens", outputTokens);
    fields("reasoning_tokens", reasoningTokens);
    fields("usage_source", usageSource);
    fields("dollars", dollars);
    fields("dollars_source", dollarsSource);
    fields("complete", isComplete);
    fields("extractions", extractions);
}

template <typename Fields>
void listFields(Fields &fields, Request &request)
{
    auto &[uuid, round, purpose, attempt, httpMethod, path, body, state, reservedDollars,
           httpStatus, errorClass, errorText, retryAfterSeconds, plannedAt, sentAt, firstByteAt,
           endedAt, providerRequestId, response]
        = request;
    fields("uuid", uuid);
    fields("round", round);
    fields("purpose", purpose);
    fields("attempt", attempt);
    fields("http_method", httpMethod);
    fields("path", path);
    fields("body", body);
    fields("state", state);
    fields("reserved_dollars", reservedDollars);
    fields("http_status", httpStatus);
    fields("error_class", errorClass);
    fields("error_text", errorText);
    fields("retry_after_seconds", retryAfterSeconds);
    fields("planned_at", plannedAt);
    fields("sent_at", sentAt);
    fields("first_byte_at", firstByteAt);
    fields("ended_at", endedAt);
    fields("provider_request_id", providerRequestId);
    fields("response", response);
}

template <typename Fields>
void listFields(Fields &fields, Lineage &lineage)
{
    auto &[round, parentSample, parentRound, role] = lineage;
    fields("round", round);
    fields("parent_sample", parentSample);
    fields("parent_round", parentRound);
    fields("role", role);
}

template <typename Fields>
void listFields(Fields &fields, Dialogue &dialogue)
{
    auto &[task, method, sample, profile, strategy, island, state, stopReason, askedSeed, messages,
           requests, lineage]
        = dialogue;
    fields("task", task);
    fields("method", method);
    fields("sample", sample);
    fields("profile", profile);
    fields("strategy", strategy);
    fields("island", island);
    fields("state", state);
    fields("stop_reason", stopReason);
    fields("asked_seed", askedSeed);
    fields("messages", messages);
    fields("requests", requests);
    fields("lineage", lineage);
}

} // namespace loupe
