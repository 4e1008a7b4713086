// SPDX-License-Identifier: Apache-2.0
#include "core/generation/feedback/feedbackvalues.h"

#include "core/generation/feedback/quotedtext.h"
#include "core/generation/feedback/resulttexts.h"
#include "core/sandbox/system/outputtail.h"

#include <algorithm>
#include <string_view>

namespace loupe {

namespace {

constexpr std::size_t maxBuildBytes = 4000;
constexpr std::size_t maxRunBytes = 2000;
constexpr std::string_view ownShapeFlag = "right_on_own_shape_only";

/// Quotes text within the remaining bytes of a feedback.
class Quotes
{
public:
    explicit Quotes(std::size_t bytes) : m_left(bytes) { }

    std::size_t left() const { return m_left; }

    std::string data(const std::string &text)
    {
        if (text.empty())
            return {};
        take(text.size());
        return fencedData(text);
    }

    /// Returns a program completely or not at all.
    std::string program(const std::string &source, const std::string &fence)
    {
        if (source.empty() || source.size() > m_left)
            return {};
        take(source.size());
        return fenced(validUtf8(source), fence);
    }

private:
    void take(std::size_t bytes) { m_left -= std::min(bytes, m_left); }
    std::size_t m_left;
};

bool showsProgram(const FeedbackRules &rules, const FeedbackRound &round, std::optional<int> best)
{
    return rules.history == FeedbackRules::History::All
        || (rules.history == FeedbackRules::History::Best && best == round.round);
}

TemplateRows historyRows(const FeedbackRules &rules, std::span<const FeedbackRound> rounds,
                         std::size_t parent, std::optional<int> best, const std::string &fence,
                         Quotes &quotes)
{
    if (rules.history == FeedbackRules::History::Last || rounds.size() < 2)
        return {};
    TemplateRows rows(rounds.size());
    // The newest programs have priority if not all of them fit.
    for (std::size_t i = rounds.size(); i-- > 0;) {
        const FeedbackRound &round = rounds[i];
        std::string result(facts(round.verdict).label);
        if (const std::string time = timeText(*round.evaluation); rules.hasTime && !time.empty())
            result += ", " + time;
        if (round.repeats)
            result += ", the same program as in round " + std::to_string(*round.repeats);
        const bool isShown = i != parent && showsProgram(rules, round, best);
        rows[i] = {{"round", std::to_string(round.round)},
                   {"result", std::move(result)},
                   {"code",
                    isShown ? quotes.program(round.evaluation->candidate.source.toString(), fence)
                            : std::string()}};
    }
    return rows;
}

/// Returns what the verdict means, and whether the program is right on the task's own shape.
std::string meaningOf(Verdict verdict, const Evaluation &evaluation)
{
    std::string out(facts(verdict).meaning);
    if (std::ranges::find(evaluation.flags, ownShapeFlag) != evaluation.flags.end())
        out += " It is right on the task's own shape, and wrong on another one.";
    return out;
}

/// Combines all feedback on an incorrect program into one text.
std::string errorText(const TemplateValues &values)
{
    const auto of = [&](const char *name) { return std::get<std::string>(values.at(name)); };
    std::string out = of("verdict") + ": " + of("meaning");
    for (const char *part : {"build", "run", "compare"}) {
        if (std::string text = of(part); !text.empty())
            out += "\n" + text;
    }
    return out;
}

} // namespace

TemplateValues feedbackValues(const FeedbackRules &rules, std::span<const FeedbackRound> rounds,
                              std::size_t parent, std::optional<int> best, const std::string &fence)
{
    const FeedbackRound &told = rounds[parent];
    const Evaluation &evaluation = *told.evaluation;
    const auto bytes = static_cast<std::size_t>(rules.bytes);
    Quotes quotes(bytes);
    TemplateValues out;
    out["round"] = std::to_string(told.round);
    out["verdict"] = std::string(facts(told.verdict).label);
    out["meaning"] = meaningOf(told.verdict, evaluation);
    out["repeated"] = told.repeats ? "round " + std::to_string(*told.repeats) : std::string();
    out["build"] = rules.hasBuild
        ? quotes.data(buildText(evaluation, std::min(maxBuildBytes, bytes)))
        : std::string();
    out["run"] = rules.hasRun
        ? quotes.data(runText(evaluation, std::min(maxRunBytes, quotes.left())))
        : std::string();
    out["compare"] = rules.hasCompare ? compareText(evaluation) : std::string();
    out["time"] = rules.hasTime ? timeText(evaluation) : std::string();
    out["roofline"] = rules.hasRoofline ? rooflineText(evaluation) : std::string();
    out["launches"] = rules.hasDevice ? launchesText(evaluation) : std::string();
    out["kernels"] = rules.hasDevice
        ? quotes.data(headAndTail(kernelsText(evaluation), std::min(maxRunBytes, quotes.left())))
        : std::string();
    out["error"] = errorText(out);
    out["program"] = bareProgram(evaluation.candidate.source);
    out["history"] = historyRows(rules, rounds, parent, best, fence, quotes);
    return out;
}

TemplateValues sampleFeedback(bool isEmpty)
{
    TemplateValues out;
    for (const char *always : {"round", "verdict", "meaning", "error", "program"})
        out[always] = std::string("x");
    for (const char *text :
         {"build", "run", "compare", "time", "roofline", "launches", "kernels", "repeated"})
        out[text] = std::string(isEmpty ? "" : "x");
    TemplateRows rows;
    if (!isEmpty)
        rows = {{{"round", "0"}, {"result", "x"}, {"code", "x"}},
                {{"round", "1"}, {"result", "x"}, {"code", ""}}};
    out["history"] = std::move(rows);
    return out;
}

} // namespace loupe
