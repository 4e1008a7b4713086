// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/requestedbaselines.h"

#include "core/engine/request/optionwords.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace loupe {

namespace {

constexpr std::string_view methodPrefix = "method:";

Error refusedBaseline(Errc code, std::string message, std::string hint)
{
    return {code, std::move(message), "baseline", std::move(hint)};
}

std::vector<std::string_view> partsOf(std::string_view words)
{
    std::vector<std::string_view> out;
    for (;;) {
        const std::size_t comma = words.find(',');
        out.push_back(words.substr(0, comma));
        if (comma == std::string_view::npos)
            return out;
        words.remove_prefix(comma + 1);
    }
}

std::string knownKinds()
{
    std::vector<std::string_view> out;
    for (const BaselineForm form : optionValues<BaselineForm>())
        out.push_back(name(form));
    return fmt::format("one of: {}", fmt::join(out, ", "));
}

Status addKind(std::string_view word, std::vector<BaselineForm> &forms)
{
    if (word.starts_with(methodPrefix))
        return refusedBaseline(
            Errc::Unsupported,
            fmt::format("a run cannot time its candidates against \"{}\"; run both "
                        "methods, then: kloupe overview STORE --baseline {}",
                        word, word),
            {});
    const auto known = optionWords<BaselineForm>();
    const auto found = known.find(std::string(word));
    if (found == known.end())
        return refusedBaseline(Errc::InvalidInput, fmt::format("no baseline is named \"{}\"", word),
                               knownKinds());
    if (std::ranges::find(forms, found->second) != forms.end())
        return refusedBaseline(Errc::InvalidInput, fmt::format("the baseline {} comes twice", word),
                               "name each baseline once");
    forms.push_back(found->second);
    return {};
}

/// Returns all baselines of a request, its own first.
std::vector<BaselineForm> formsOf(const PythonRequest &python)
{
    std::vector<BaselineForm> out{python.baseline};
    out.insert(out.end(), python.furtherBaselines.begin(), python.furtherBaselines.end());
    return out;
}

} // namespace

Status chooseBaselines(std::span<const std::string> words, PythonRequest &python)
{
    std::vector<BaselineForm> forms;
    for (const std::string &each : words) {
        for (const std::string_view word : partsOf(each)) {
            if (Status added = addKind(word, forms); !added)
                return added;
        }
    }
    if (forms.empty())
        return {};
    python.baseline = forms.front();
    python.furtherBaselines.assign(forms.begin() + 1, forms.end());
    return {};
}

Status checkSuite(const PythonRequest &python, const Plan &plan)
{
    const std::vector<BaselineForm> forms = formsOf(python);
    // Files from elsewhere may name one twice.
    for (auto each = forms.begin(); each != forms.end(); ++each) {
        if (std::find(each + 1, forms.end(), *each) != forms.end())
            return refusedBaseline(Errc::InvalidInput,
                                   fmt::format("the baseline {} comes twice", name(*each)),
                                   "name each baseline once");
    }
    const bool hasModels = std::ranges::any_of(plan.items, [](const PlanItem &item) {
        return item.benchmark != nullptr && item.benchmark->entry == "Model";
    });
    if (hasModels || plan.items.empty())
        return {};
    if (!python.furtherBaselines.empty())
        return refusedBaseline(
            Errc::Unsupported,
            fmt::format("the suite {} has one baseline, because its references are not models",
                        plan.suiteName()),
            "name one baseline, or none");
    const bool isPlain
        = python.baseline == BaselineForm::Eager || python.baseline == BaselineForm::EagerIeee;
    if (isPlain)
        return {};
    return refusedBaseline(
        Errc::Unsupported,
        fmt::format("the suite {} has no baseline {}, because its references are not "
                    "models",
                    plan.suiteName(), name(python.baseline)),
        "leave --baseline out");
}

Status checkDevice(const PythonRequest &python, const std::string &device)
{
    if (device.empty() || device.starts_with("cuda"))
        return {};
    for (const BaselineForm form : formsOf(python)) {
        if (form != BaselineForm::Eager && form != BaselineForm::Compile)
            return refusedBaseline(
                Errc::Unsupported,
                fmt::format("the baseline {} needs a CUDA device, and references run on "
                            "{}",
                            name(form), device),
                "use --baseline eager or compile");
    }
    return {};
}

} // namespace loupe
