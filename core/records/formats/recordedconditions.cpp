// SPDX-License-Identifier: Apache-2.0
#include "core/records/formats/recordedconditions.h"

#include "core/base/json.h"
#include "core/records/kernelbench/kernelbenchtasks.h"
#include "core/records/reading/jsonfields.h"
#include "core/suites/layout/checkout.h"
#include "core/suites/layout/layoutdetection.h"

#include <algorithm>
#include <string>

namespace loupe {

namespace fs = std::filesystem;

namespace {

bool hasTimes(const RecordBatch &batch)
{
    return !batch.golden.empty()
        || std::ranges::any_of(batch.evaluations, [](const Evaluation &each) {
               return each.candidateMs || each.speedup;
           });
}

/// Returns the checkout that holds the source; empty if there is none.
fs::path checkoutAround(const fs::path &source)
{
    std::error_code failed;
    fs::path place = fs::weakly_canonical(source, failed);
    while (!failed && !place.empty()) {
        if (fs::exists(place / ".git", failed))
            return place;
        if (place == place.parent_path())
            break;
        place = place.parent_path();
    }
    return {};
}

/// Commits of the suites in the checkout around a source.
class SuiteCheckout
{
public:
    explicit SuiteCheckout(const fs::path &source)
    {
        const fs::path root = checkoutAround(source);
        if (root.empty())
            return;
        m_layouts = detectLayouts(root);
        if (!m_layouts.empty())
            m_commit = checkoutCommit(root);
    }

    std::string commitOf(const std::string &suite) const
    {
        const auto layout = suiteLayoutFromName(suite);
        const bool isHeld = layout && std::ranges::find(m_layouts, *layout) != m_layouts.end();
        return isHeld ? m_commit : std::string();
    }

private:
    std::vector<SuiteLayout> m_layouts;
    std::string m_commit;
};

std::string versionOf(const std::string &suite, const SuiteCheckout &checkout)
{
    if (suite == kernelBenchSuite(KernelBenchTaskSet::Paper))
        return "v0";
    return checkout.commitOf(suite);
}

} // namespace

void tellConditions(std::span<RecordBatch> batches, std::string_view clock, const fs::path &source)
{
    const SuiteCheckout checkout(source);
    for (RecordBatch &batch : batches) {
        auto profile = parseJson(batch.run.profileJson, batch.source);
        if (!profile || !profile->is_object())
            continue;
        if (const auto own = profile->find("timing_method");
            own != profile->end() && own->is_string())
            (*profile)["clock"] = *own;
        else if (!clock.empty() && hasTimes(batch))
            (*profile)["clock"] = clock;
        if (const std::string version = versionOf(batch.run.suite, checkout); !version.empty())
            (*profile)["suite_version"] = version;
        batch.run.profileJson = jsonLine(*profile);
    }
}

} // namespace loupe
