// SPDX-License-Identifier: Apache-2.0
#include "core/store/merge/mergestores.h"

#include "tests/core/store/storefixture.h"

namespace loupe::test {

using PresetRows = StoreTest;

TEST_F(PresetRows, AreKeptByNameWhateverItsCase)
{
    const auto writer = openWriter();
    mustSucceed(writer->savePreset({"Nightly", "{\"a\": 1}", "2026-11-22T13:00:00Z"}));
    mustSucceed(writer->savePreset({"nightly", "{\"a\": 2}", "2026-11-22T14:00:00Z"}));
    mustSucceed(writer->savePreset({"all", "{}", "2026-11-22T14:00:00Z"}));
    const std::vector<StoredPreset> expected{{"all", "{}", "2026-11-22T14:00:00Z"},
                                             {"nightly", "{\"a\": 2}", "2026-11-22T14:00:00Z"}};
    EXPECT_EQ(must(openReader()->presets()), expected);

    EXPECT_EQ(writer->savePreset({" ", "{}", {}}).error().code, Errc::InvalidInput);
    mustSucceed(writer->removePreset("NIGHTLY"));
    EXPECT_EQ(writer->removePreset("nightly").error().code, Errc::NotFound);
    EXPECT_EQ(must(openReader()->presets()).size(), 1U);
}

TEST_F(PresetRows, AMergeKeepsBothStoresPresets)
{
    const auto with = [&](const char *file, const char *json) {
        const auto writer = must(StoreWriter::open(folder() / file));
        mustSucceed(writer->savePreset({"same", "{}", "2026-11-22T13:00:00Z"}));
        mustSucceed(writer->savePreset({"other", json, "2026-11-22T13:00:00Z"}));
        return folder() / file;
    };
    const std::vector stores{with("a.kloupe", "{\"a\": 1}"), with("b.kloupe", "{\"a\": 2}")};
    const auto summary = must(mergeStores(stores, storeFile()));
    EXPECT_EQ(summary.parts[1].renamed,
              std::vector<std::string>{"run preset \"other\" is now \"other (2)\""});
    const std::vector<StoredPreset> expected{{"other", "{\"a\": 1}", "2026-11-22T13:00:00Z"},
                                             {"other (2)", "{\"a\": 2}", "2026-11-22T13:00:00Z"},
                                             {"same", "{}", "2026-11-22T13:00:00Z"}};
    EXPECT_EQ(must(openReader()->presets()), expected);
}

} // namespace loupe::test
