// SPDX-License-Identifier: Apache-2.0
#include "core/judge/judgeprocess.h"

#include "core/judge/judgeserver.h"
#include "core/sandbox/channel/tensorspecjson.h"

#include <cstring>
#include <thread>

#include <gtest/gtest.h>

namespace loupe {

namespace {

std::filesystem::path judgeProgram()
{
    return std::filesystem::path(LOUPE_BIN_DIR) / "kloupe-judge";
}

TensorArena filled(const std::vector<TensorSpec> &specs, float value)
{
    Result<TensorArena> arena = TensorArena::create(specs);
    EXPECT_TRUE(arena);
    for (std::size_t i = 0; i < specs.size(); ++i) {
        std::vector<float> values(static_cast<std::size_t>(specs[i].elements()), value);
        std::memcpy(arena->bytes(i).data(), values.data(), arena->bytes(i).size());
    }
    return std::move(arena).value();
}

} // namespace

TEST(JudgeProcess, comparesManyTrials)
{
    const auto judge = JudgeProcess::start(judgeProgram());
    ASSERT_TRUE(judge) << judge.error().text();
    for (std::int64_t n = 1; n < 5; ++n) {
        const std::vector<TensorSpec> specs{{"a", DType::Float32, {n, 3}},
                                            {"b", DType::Float32, {}}};
        TensorArena expected = filled(specs, 1.0F);
        TensorArena actual = filled(specs, 1.0F);
        const float wrong = 2.0F;
        std::memcpy(actual.bytes(1).data(), &wrong, sizeof wrong);
        ASSERT_TRUE(expected.seal());
        const auto outputs = (*judge)->compare(expected, actual, {{true, 0, 0}, {true, 0, 0}}, {});
        ASSERT_TRUE(outputs) << outputs.error().text();
        ASSERT_EQ(outputs->size(), 2U);
        EXPECT_EQ((*outputs)[0].mismatched, 0);
        EXPECT_EQ((*outputs)[0].elements, 3 * n);
        EXPECT_EQ((*outputs)[1].mismatched, 1);
        EXPECT_EQ((*outputs)[1].worstActual, 2.0);
    }
}

TEST(JudgeProcess, refusesTensorsOfDifferentKinds)
{
    const auto judge = JudgeProcess::start(judgeProgram());
    ASSERT_TRUE(judge);
    const TensorArena a = filled({{"a", DType::Float32, {3}}}, 1);
    const TensorArena b = filled({{"a", DType::Float32, {4}}}, 1);
    EXPECT_FALSE((*judge)->compare(a, b, {{}}, {}));
    EXPECT_FALSE((*judge)->compare(a, a, {}, {}));
    EXPECT_TRUE((*judge)->compare(a, a, {{}}, {}));
}

/// Sixteen maps of 64 KiB do not fit into one answer.
TEST(JudgeProcess, answersManyLargeWrongOutputs)
{
    const auto judge = JudgeProcess::start(judgeProgram());
    ASSERT_TRUE(judge);
    const std::vector<TensorSpec> specs(16, {"y", DType::Float32, {256, 256}});
    const auto outputs = (*judge)->compare(filled(specs, 1), filled(specs, 2),
                                           std::vector<ComparisonRule>(16, {true, 0, 0}), {});
    ASSERT_TRUE(outputs) << outputs.error().text();
    EXPECT_EQ(outputs->front().map.share.size(), 65536U);
    EXPECT_EQ(outputs->back().map, MismatchMap());
    EXPECT_EQ(outputs->back().mismatched, 65536);
}

TEST(JudgeProcess, comparesNestedResults)
{
    const auto judge = JudgeProcess::start(judgeProgram());
    ASSERT_TRUE(judge) << judge.error().text();
    const TensorArena expected = filled({{"a", DType::Float32, {40, 50}}}, 1);
    TensorArena actual = filled({{"x", DType::Float16, {3}}, {"b", DType::Float32, {40, 50}}}, 1);
    Value tensor;
    tensor.kind = Value::Kind::Tensor;
    Value wanted;
    wanted.kind = Value::Kind::List;
    wanted.items = {tensor, Value()};
    Value got = wanted;
    got.items[0].tensor = 1;
    NestedRule rule;
    rule.otherwise = {false, 1e-4, 1e-4, 0};
    for (int i = 0; i < 3; ++i) {
        const auto right = (*judge)->compareNested(wanted, &expected, got, &actual, rule, {});
        ASSERT_TRUE(right) << right.error().text();
        EXPECT_EQ(right->verdict, Verdict::Correct) << right->message;
    }
    std::memset(actual.bytes(1).data(), 0, 50 * sizeof(float));
    const auto wrong = (*judge)->compareNested(wanted, &expected, got, &actual, rule, {});
    ASSERT_TRUE(wrong);
    EXPECT_EQ(wrong->verdict, Verdict::WrongValue);
    ASSERT_EQ(wrong->outputs.size(), 1U);
    EXPECT_EQ(wrong->outputs[0].map.share.size(), 2000U);
    EXPECT_EQ(wrong->outputs[0].pattern, "row 0");
    // values without tensors, and a value too large for a message
    EXPECT_EQ((*judge)->compareNested(Value(), nullptr, Value(), nullptr, rule, {})->verdict,
              Verdict::Correct);
    Value large;
    large.kind = Value::Kind::Text;
    large.text.assign(std::size_t{2} << 20, 'x');
    EXPECT_EQ((*judge)->compareNested(Value(), nullptr, large, nullptr, rule, {})->verdict,
              Verdict::BrokeProtocol);
    EXPECT_EQ((*judge)->compareNested(wanted, &expected, got, &actual, rule, {})->verdict,
              Verdict::WrongValue)
        << "it goes on after that";
    const auto notThere = (*judge)->compareNested(tensor, &expected, tensor, nullptr, rule, {});
    EXPECT_FALSE(notThere) << "a tree may only name tensors that travel with it";
}

TEST(JudgeProcess, takesMoreUndecidedElementsThanOneMessageCarries)
{
    const auto judge = JudgeProcess::start(judgeProgram());
    ASSERT_TRUE(judge) << judge.error().text();
    constexpr std::int64_t count = 40'000;
    const TensorArena expected = filled({{"a", DType::Float32, {count}}}, 1);
    const TensorArena actual = filled({{"a", DType::Float32, {count}}}, 2);
    Value tensor;
    tensor.kind = Value::Kind::Tensor;
    NestedRule rule;
    // Numbers of full length, so that the elements fill several messages.
    UndecidedElements &open = rule.undecided["result"];
    for (std::int64_t i = 0; i < count; ++i) {
        open.places.push_back(i);
        open.low.push_back(-1e6 / 3.0);
        open.high.push_back(1e6 / 3.0);
    }
    const auto right = (*judge)->compareNested(tensor, &expected, tensor, &actual, rule, {});
    ASSERT_TRUE(right) << right.error().text();
    EXPECT_EQ(right->verdict, Verdict::Correct) << right->message;
    EXPECT_EQ(right->undecided, count);
    open.high.back() = open.low.back(); // in the last message
    const auto wrong = (*judge)->compareNested(tensor, &expected, tensor, &actual, rule, {});
    ASSERT_TRUE(wrong) << wrong.error().text();
    EXPECT_EQ(wrong->verdict, Verdict::WrongValue);
    rule.undecided.clear();
    const auto none = (*judge)->compareNested(tensor, &expected, tensor, &actual, rule, {});
    ASSERT_TRUE(none) << none.error().text();
    EXPECT_EQ(none->verdict, Verdict::WrongValue) << "nothing is left of the comparison before";
}

TEST(JudgeProcess, reportsAMissingProgram)
{
    const auto judge = JudgeProcess::start("/nonexistent/kloupe-judge");
    ASSERT_FALSE(judge);
    EXPECT_EQ(judge.error().where, "/nonexistent/kloupe-judge");
}

TEST(JudgeServer, answersInvalidRequestsAndContinues)
{
    auto ends = Channel::pair();
    ASSERT_TRUE(ends);
    std::jthread server([&] { EXPECT_TRUE(serveComparisons(ends->second)); });
    {
        Channel ours = std::move(ends->first);
        const std::vector<TensorSpec> specs{{"a", DType::Float32, {3}}};
        const std::vector<TensorSpec> larger{{"a", DType::Float32, {3000000}}};
        const TensorArena arena = filled(specs, 1);
        const Json none{{"k", "none"}};
        const Json rules{{{"exact", true}, {"relative", 0}, {"absolute_floor", 0}}};
        const std::vector<std::pair<Json, std::vector<int>>> requests{
            {Json{{"nothing", 1}}, {}},
            {Json{{"tensors", toJson(specs)}, {"rules", rules}}, {}},
            {Json{{"tensors", toJson(specs)}, {"rules", {5}}}, {arena.fd(), arena.fd()}},
            {Json{{"tensors", toJson(specs)}, {"rules", {}}}, {arena.fd(), arena.fd()}},
            {Json{{"tensors", "x"}, {"rules", rules}}, {arena.fd(), arena.fd()}},
            {Json{{"tensors", toJson(larger)}, {"rules", rules}}, {arena.fd(), arena.fd()}},
            {Json{{"compare_nested", "actual"}, {"value", none}, {"tensors", Json::array()}}, {}},
            {Json{{"compare_nested", "expected"}, {"value", none}, {"tensors", Json::array()}}, {}},
            {Json{{"compare_nested", "undecided"}, {"undecided", Json::object()}}, {}},
            {Json{{"compare_nested", 7}, {"tensors", toJson(specs)}}, {arena.fd()}},
            {Json{{"compare_nested", "actual"}, {"value", none}, {"tensors", toJson(specs)}}, {}},
            {Json{{"compare_nested", "actual"}, {"value", 5}, {"tensors", Json::array()}}, {}},
        };
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        for (const auto &[request, fds] : requests) {
            ASSERT_TRUE(ours.send(request, fds));
            const Result<Message> answer = ours.receive(deadline, {});
            ASSERT_TRUE(answer);
            EXPECT_TRUE(answer->body.contains("error")) << answer->body.dump();
        }
        ASSERT_TRUE(
            ours.send({{"tensors", toJson(specs)}, {"rules", rules}}, {arena.fd(), arena.fd()}));
        const Result<Message> answer = ours.receive(deadline, {});
        ASSERT_TRUE(answer);
        EXPECT_TRUE(answer->body.contains("outputs")) << answer->body.dump();
    }
}

} // namespace loupe
