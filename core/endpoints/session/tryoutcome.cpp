// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/session/tryoutcome.h"

#include <utility>

namespace loupe {

namespace {

TryOutcome failed(FailureClass kind, std::string text)
{
    TryOutcome outcome;
    outcome.failure = {kind, std::move(text), false};
    return outcome;
}

TryOutcome billingUnknown(FailureClass kind, std::string text)
{
    TryOutcome outcome = failed(kind, std::move(text));
    outcome.isBillingUnknown = true;
    return outcome;
}

TryOutcome neverSent(FailureClass kind, std::string text)
{
    TryOutcome outcome = failed(kind, std::move(text));
    outcome.wasSent = false;
    return outcome;
}

TryOutcome withoutHead(const TryFacts &facts)
{
    return billingUnknown(FailureClass::Transient,
                          "no answer began; the request may have been received: " + facts.wireText);
}

TryOutcome ofAnAnswer(const TryFacts &facts)
{
    const ChatAnswer &answer = facts.answer;
    if (answer.error) {
        TryOutcome outcome;
        outcome.failure = classifyError(*answer.error);
        outcome.isBillingUnknown = !answer.hasUsage;
        return outcome;
    }
    if (!answer.malformed.empty())
        return billingUnknown(FailureClass::Unknown, answer.malformed);
    if (answer.isComplete) { // also if the connection broke after the last event
        TryOutcome outcome;
        outcome.isAnswered = true;
        return outcome;
    }
    return billingUnknown(FailureClass::Unknown,
                          facts.wire == WireEnd::Whole
                              ? "the stream ended before the answer did"
                              : "the connection broke during the answer: " + facts.wireText);
}

} // namespace

TryOutcome outcomeOf(const TryFacts &facts)
{
    if (facts.isWithheld)
        return billingUnknown(
            FailureClass::Lane,
            "the endpoint repeats the key in its answer; the answer is not stored");
    switch (facts.wire) {
    case WireEnd::NotRecorded:
        return neverSent(FailureClass::Cassette, facts.wireText);
    case WireEnd::NotConnected:
        return neverSent(FailureClass::Transient, facts.wireText);
    case WireEnd::NotTrusted:
        return neverSent(FailureClass::Lane, facts.wireText);
    case WireEnd::TooLarge:
        return billingUnknown(FailureClass::Request, facts.wireText);
    case WireEnd::Whole:
    case WireEnd::Reset:
    case WireEnd::TimedOut:
        break;
    }
    if (!facts.head)
        return withoutHead(facts);
    const int status = facts.head->status;
    if (status >= 200 && status < 300)
        return ofAnAnswer(facts);
    TryOutcome outcome;
    outcome.failure = classifyStatus(status, facts.errorBody, facts.head->header("location"));
    return outcome;
}

} // namespace loupe
