// SPDX-License-Identifier: Apache-2.0
#include "core/model/values/valuejson.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

Value integer(const char *digits)
{
    Value value;
    value.kind = Value::Kind::Integer;
    value.text = digits;
    value.type = "int";
    return value;
}

Value listOf(std::vector<Value> items)
{
    Value value;
    value.kind = Value::Kind::List;
    value.items = std::move(items);
    return value;
}

bool isValue(const char *text, std::size_t tensors = 1)
{
    const Result<Value> value = valueFromJson(parseJson(text, "test").value(), tensors);
    if (!value) {
        EXPECT_EQ(value.error().code, Errc::Corrupt);
    }
    return static_cast<bool>(value);
}

} // namespace

TEST(ValueJson, RoundTripsEveryKind)
{
    const Json written = parseJson(R"({"k":"dict","v":[
        [{"k":"text","v":"a"},{"k":"list","v":[{"k":"none"},{"k":"bool","v":true}]}],
        [{"k":"int","v":"-170141183460469231731687303715884105728","t":"int"},
         {"k":"tuple","t":"torch.Size","v":[{"k":"real","v":1.5,"t":"numpy.float32"}]}],
        [{"k":"complex","re":1.0,"im":"-inf"},
         {"k":"tensor","i":0,"d":"uint16","layout":"sparse_coo","stride":[1,4],"grad":true,
          "t":"Mine"}],
        [{"k":"text","v":"float16","t":"torch.dtype"},{"k":"array","i":1}],
        [{"k":"none"},{"k":"other","t":"builtins.object"}]]})",
                                   "test")
                             .value();
    const Result<Value> value = valueFromJson(written, 2);
    ASSERT_TRUE(value) << value.error().text();
    ASSERT_EQ(value->items.size(), 5U);
    EXPECT_EQ(value->keys[1].text, "-170141183460469231731687303715884105728");
    EXPECT_EQ(value->items[1].type, "torch.Size");
    EXPECT_EQ(value->items[1].items[0].real, 1.5);
    EXPECT_EQ(value->keys[2].imaginary, -std::numeric_limits<double>::infinity());
    EXPECT_EQ(value->items[2].strides, (std::vector<std::int64_t>{1, 4}));
    EXPECT_TRUE(value->items[2].requiresGrad);
    EXPECT_EQ(value->items[2].elementType, "uint16");
    EXPECT_EQ(value->items[2].layout, "sparse_coo");
    EXPECT_EQ(value->items[3].tensor, 1U);
    EXPECT_EQ(value->items[4].text, "builtins.object");
    EXPECT_EQ(toJson(*value), written);
}

TEST(ValueJson, KeepsNaN)
{
    Value value;
    value.kind = Value::Kind::Real;
    value.real = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(toJson(value)["v"], "nan");
    EXPECT_TRUE(std::isnan(valueFromJson(toJson(value), 0)->real));
    value.real = 0.1;
    EXPECT_EQ(valueFromJson(toJson(value), 0)->real, 0.1);
}

TEST(ValueJson, RefusesInvalidValues)
{
    EXPECT_FALSE(isValue("[]"));
    EXPECT_FALSE(isValue("{}"));
    EXPECT_FALSE(isValue(R"({"k":"unheard of"})"));
    EXPECT_FALSE(isValue(R"({"k":3})"));
    EXPECT_FALSE(isValue(R"({"k":"bool","v":1})"));
    EXPECT_FALSE(isValue(R"({"k":"int","v":12})"));
    EXPECT_FALSE(isValue(R"({"k":"int","v":"-"})"));
    EXPECT_FALSE(isValue(R"({"k":"int","v":"0x10"})"));
    EXPECT_FALSE(isValue(R"({"k":"real","v":"NaN"})"));
    EXPECT_FALSE(isValue(R"({"k":"complex","re":1})"));
    EXPECT_FALSE(isValue(R"({"k":"tensor","i":1})"));
    EXPECT_FALSE(isValue(R"({"k":"tensor","i":-1})"));
    EXPECT_FALSE(isValue(R"({"k":"tensor","i":0,"stride":["1"]})"));
    EXPECT_FALSE(isValue(R"({"k":"tensor","i":0,"d":5})"));
    EXPECT_FALSE(isValue(R"({"k":"tensor","i":0,"layout":[]})"));
    EXPECT_FALSE(isValue(R"({"k":"dict","v":[[{"k":"none"}]]})"));
    EXPECT_FALSE(isValue(R"({"k":"list","v":{"k":"none"}})"));
    EXPECT_FALSE(isValue(R"({"k":"other"})"));
    EXPECT_TRUE(isValue(R"({"k":"tensor","i":0})"));
}

TEST(ValueJson, RefusesDepthAndSize)
{
    Value deep = integer("1");
    for (int i = 1; i < maxValueDepth; ++i)
        deep = listOf({deep});
    EXPECT_TRUE(valueFromJson(toJson(deep), 0));
    EXPECT_FALSE(valueFromJson(toJson(listOf({deep})), 0));

    const Value wide = listOf(std::vector<Value>(maxValueParts - 1, integer("1")));
    EXPECT_TRUE(valueFromJson(toJson(wide), 0));
    EXPECT_FALSE(valueFromJson(toJson(listOf({wide})), 0));
}

} // namespace loupe::test
