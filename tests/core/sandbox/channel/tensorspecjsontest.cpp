// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/channel/tensorspecjson.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(TensorSpecJson, roundTrips)
{
    const std::vector<TensorSpec> specs{{"x", DType::BFloat16, {3, 0, 5}},
                                        {"scalar", DType::Bool, {}}};
    const Result<std::vector<TensorSpec>> back = tensorSpecsFromJson(toJson(specs));
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, specs);
}

TEST(TensorSpecJson, refusesEverythingElse)
{
    for (const char *text :
         {"{}", "[1]", "[{}]", R"([{"name":"x","dtype":"float31","shape":[1]}])",
          R"([{"name":"x","dtype":"float32","shape":[-1]}])",
          R"([{"name":"x","dtype":"float32","shape":[1.5]}])",
          R"([{"name":"x","dtype":"float32","shape":["1"]}])",
          R"([{"name":5,"dtype":"float32","shape":[1]}])",
          R"([{"name":"x","dtype":"float32","shape":[4294967296,4294967296,4294967296]}])",
          R"([{"name":"x","dtype":"float32","shape":[18446744073709551615]}])"}) {
        const Result<std::vector<TensorSpec>> specs = tensorSpecsFromJson(Json::parse(text));
        ASSERT_FALSE(specs) << text;
        EXPECT_EQ(specs.error().code, Errc::Corrupt);
    }
}

} // namespace loupe
