// SPDX-License-Identifier: Apache-2.0
#include "core/judge/nestedcomparison.h"

#include "core/judge/nestedtraits.h"
#include "core/judge/protocol.h"

#include <cmath>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

namespace loupe {

namespace {

using Kind = Value::Kind;

/// Value and its tensors, built step by step.
class Side
{
public:
    template <typename Element>
    Value tensor(DType dtype, std::vector<std::int64_t> shape, std::vector<Element> elements,
                 Kind kind = Kind::Tensor)
    {
        m_specs.push_back({"t", dtype, std::move(shape)});
        std::vector<std::byte> bytes(elements.size() * sizeof(Element));
        std::memcpy(bytes.data(), elements.data(), bytes.size());
        m_bytes.push_back(std::move(bytes));
        Value value;
        value.kind = kind;
        value.tensor = m_specs.size() - 1;
        return value;
    }
    Value floats(std::vector<float> elements)
    {
        const auto count = static_cast<std::int64_t>(elements.size());
        return tensor<float>(DType::Float32, {count}, std::move(elements));
    }
    TensorArena arena() const
    {
        Result<TensorArena> arena = TensorArena::create(m_specs);
        EXPECT_TRUE(arena);
        for (std::size_t i = 0; i < m_specs.size(); ++i)
            std::memcpy(arena->bytes(i).data(), m_bytes[i].data(), m_bytes[i].size());
        return std::move(arena).value();
    }

private:
    std::vector<TensorSpec> m_specs;
    std::vector<std::vector<std::byte>> m_bytes;
};

Value text(const std::string &content)
{
    Value value;
    value.kind = Kind::Text;
    value.text = content;
    return value;
}
Value whole(const std::string &digits, const std::string &type = "int")
{
    Value value;
    value.kind = Kind::Integer;
    value.text = digits;
    value.type = type;
    return value;
}
Value real(double number, const std::string &type = "float")
{
    Value value;
    value.kind = Kind::Real;
    value.real = number;
    value.type = type;
    return value;
}
Value boolean(bool truth)
{
    Value value;
    value.kind = Kind::Bool;
    value.boolean = truth;
    return value;
}
Value sequence(Kind kind, std::vector<Value> items)
{
    Value value;
    value.kind = kind;
    value.items = std::move(items);
    return value;
}
Value dict(std::vector<Value> keys, std::vector<Value> items)
{
    Value value = sequence(Kind::Dict, std::move(items));
    value.keys = std::move(keys);
    return value;
}

NestedRule rule(const char *suite, ProtocolMode mode = ProtocolMode::AsShipped)
{
    return protocolFor(suite, "", mode).value().rule;
}

/// Compares trees with tensors in host memory; an arena may be null for a tree without tensors.
NestedComparison comparedInHost(const Value &expected, const TensorArena *expectedTensors,
                                const Value &actual, const TensorArena *actualTensors,
                                const NestedRule &how)
{
    return compareNested(expected, actual, HostPair(expectedTensors, actualTensors), how).value();
}

NestedComparison compared(const Value &expected, const Side &wanted, const Value &actual,
                          const Side &got, const NestedRule &how)
{
    const TensorArena expectedArena = wanted.arena();
    const TensorArena actualArena = got.arena();
    return comparedInHost(expected, &expectedArena, actual, &actualArena, how);
}

Verdict verdictOf(const Value &expected, const Value &actual, const NestedRule &how)
{
    return comparedInHost(expected, nullptr, actual, nullptr, how).verdict;
}

} // namespace

TEST(CompareNested, walksDictionariesListsAndTuples)
{
    Side wanted;
    Side got;
    const Value expected
        = dict({text("b"), text("a")},
               {sequence(Kind::List, {wanted.floats({1, 2}), whole("3")}), wanted.floats({4})});
    const Value actual
        = dict({text("a"), text("b")},
               {got.floats({4}), sequence(Kind::Tuple, {got.floats({1, 2}), whole("3")})});
    const NestedComparison same = compared(expected, wanted, actual, got, rule("kernelbench-x"));
    EXPECT_EQ(same.verdict, Verdict::Correct) << same.message;
    ASSERT_EQ(same.outputs.size(), 2U);
    EXPECT_EQ(same.outputs[0].output, "result['a']");
    EXPECT_EQ(same.outputs[1].output, "result['b'][0]");
    EXPECT_EQ(same.outputs[1].dtype, "float32");
    EXPECT_EQ(same.outputs[1].map, MismatchMap());

    NestedRule strict = rule("kernelbench-x");
    strict.listsMatchTuples = false;
    EXPECT_EQ(compared(expected, wanted, actual, got, strict).verdict, Verdict::WrongStructure);
}

TEST(CompareNested, reportsLocationCountAndLargestError)
{
    Side wanted;
    Side got;
    const Value expected
        = dict({text("a")}, {sequence(Kind::List, {wanted.floats({1, 2, 3, 4, 5})})});
    const Value actual = dict({text("a")}, {sequence(Kind::List, {got.floats({1, 2.5, 3, 9, 5})})});
    const NestedComparison result = compared(expected, wanted, actual, got, rule("kernelbench-x"));
    EXPECT_EQ(result.verdict, Verdict::WrongValue);
    EXPECT_EQ(result.message,
              "2 of 5 elements of result['a'][0] differ, worst at [3]: expected 4, got 9; first at "
              "[1]");
    ASSERT_EQ(result.outputs.size(), 1U);
    const OutputComparison &output = result.outputs[0];
    EXPECT_EQ(output.maxAbsoluteError, 5.0);
    EXPECT_DOUBLE_EQ(output.meanAbsoluteError, 5.5 / 5);
    EXPECT_DOUBLE_EQ(output.maxRelativeError, 1.25);
    EXPECT_DOUBLE_EQ(output.meanRelativeError, 1.5 / 5);
    EXPECT_EQ(output.map.share, (std::vector<std::uint8_t>{0, 255, 0, 255, 0}));
}

TEST(CompareNested, distinguishesStructureShapeAndType)
{
    Side wanted;
    Side got;
    const Value expected = wanted.floats({1, 2});
    const NestedRule how = rule("kernelbench-x");
    const auto verdict
        = [&](const Value &actual) { return compared(expected, wanted, actual, got, how).verdict; };
    EXPECT_EQ(verdict(got.floats({1, 2})), Verdict::Correct);
    EXPECT_EQ(verdict(got.tensor<float>(DType::Float32, {2, 1}, {1, 2})), Verdict::WrongShape);
    EXPECT_EQ(verdict(got.tensor<double>(DType::Float64, {2}, {1, 2})), Verdict::WrongDtype);
    EXPECT_EQ(verdict(got.tensor<float>(DType::Float32, {2}, {1, 2}, Kind::Array)),
              Verdict::WrongStructure);
    EXPECT_EQ(verdict(sequence(Kind::Tuple, {got.floats({1, 2})})), Verdict::WrongStructure);
    EXPECT_EQ(verdict(Value()), Verdict::WrongStructure);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(verdict(got.floats({1, nan})), Verdict::NotANumber);
}

TEST(CompareNested, comparesKeysAsPythonDoes)
{
    const NestedRule how = rule("kernelbench-x");
    const auto verdict = [&](const Value &a, const Value &b) {
        return verdictOf(dict({a}, {Value()}), dict({b}, {Value()}), how);
    };
    EXPECT_EQ(verdict(whole("1"), real(1.0)), Verdict::Correct);
    EXPECT_EQ(verdict(whole("1"), boolean(true)), Verdict::Correct);
    EXPECT_EQ(verdict(whole("1"), text("1")), Verdict::WrongStructure);
    EXPECT_EQ(verdict(real(0.5), real(0.25)), Verdict::WrongStructure);
    EXPECT_EQ(verdict(sequence(Kind::Tuple, {whole("1"), text("a")}),
                      sequence(Kind::Tuple, {whole("1"), text("a")})),
              Verdict::Correct);
    EXPECT_EQ(verdict(sequence(Kind::Tuple, {text("a"), text("bc")}),
                      sequence(Kind::Tuple, {text("ab"), text("c")})),
              Verdict::WrongStructure);
    const Value twice = dict({text("a"), text("a")}, {Value(), Value()});
    EXPECT_EQ(verdictOf(dict({text("a")}, {Value()}), twice, how), Verdict::WrongStructure);
    EXPECT_EQ(verdictOf(dict({text("a")}, {Value()}), dict({}, {}), how), Verdict::WrongStructure);
}

TEST(CompareNested, comparesNumbersAsNumpyDoes)
{
    const NestedRule how = rule("kernelbench-x");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto agree
        = [&](const Value &a, const Value &b) { return verdictOf(a, b, how) == Verdict::Correct; };
    EXPECT_TRUE(
        agree(whole("123456789012345678901234567890"), whole("123456789012345678901234567890")));
    EXPECT_FALSE(
        agree(whole("123456789012345678901234567890"), whole("123456789012345678901234567891")));
    EXPECT_TRUE(agree(whole("7"), whole("+07")));
    EXPECT_FALSE(agree(whole("100000"), whole("100001")));
    EXPECT_TRUE(agree(real(1.0), real(1.00002)));
    EXPECT_FALSE(agree(real(1.0), real(1.00003)));
    EXPECT_TRUE(agree(whole("100000"), real(100000.5))) << "promoted to float64";
    EXPECT_FALSE(agree(real(1.0), real(1.004, "numpy.float16"))) << "promoted to float64";
    EXPECT_TRUE(agree(real(1.0, "numpy.float16"), real(1.004, "numpy.float16")));
    EXPECT_TRUE(agree(real(nan), real(nan)));
    EXPECT_TRUE(agree(boolean(true), whole("1")));
    EXPECT_FALSE(agree(boolean(true), real(1.000001)));
    EXPECT_FALSE(agree(whole("1"), text("1")));
    EXPECT_FALSE(agree(real(1.0), Value()));
    NestedRule equal = rule("multikernelbench");
    EXPECT_EQ(verdictOf(real(1.0), real(1.00001), equal), Verdict::WrongValue);
    EXPECT_EQ(verdictOf(real(1.0), whole("1"), equal), Verdict::Correct);
    EXPECT_EQ(verdictOf(real(nan), real(nan), equal), Verdict::WrongValue);
}

TEST(CompareNested, kernelBenchTakesOneTensorOnly)
{
    Side wanted;
    Side got;
    const NestedRule how = rule("kernelbench");
    const Value expected = wanted.floats({1});
    EXPECT_EQ(compared(expected, wanted, got.floats({1}), got, how).verdict, Verdict::Correct);
    EXPECT_EQ(
        compared(expected, wanted, sequence(Kind::Tuple, {got.floats({1})}), got, how).verdict,
        Verdict::WrongStructure);
    EXPECT_EQ(verdictOf(real(1), real(1), how), Verdict::WrongStructure);
    // allclose(reference, candidate): the tolerance is relative to the candidate's magnitude. With
    // both at 1e-2, 1.0201 may differ from 1 by 0.020201, and 1 from it by 0.02.
    NestedRule wide = protocolFor("kernelbench", "0.0", ProtocolMode::AsShipped).value().rule;
    const Value one = wanted.floats({1.0F});
    const Value more = got.floats({1.0201F});
    EXPECT_EQ(compared(one, wanted, more, got, wide).verdict, Verdict::Correct);
    wide.scale = NestedRule::Scale::Expected;
    EXPECT_EQ(compared(one, wanted, more, got, wide).verdict, Verdict::WrongValue);
}

TEST(CompareNested, multiKernelBenchAsShippedAndIntended)
{
    Side wanted;
    Side got;
    const Value expected = wanted.tensor<std::int64_t>(DType::Int64, {2}, {20000, 5});
    const Value actual = got.tensor<std::int64_t>(DType::Int64, {2}, {20001, 5});
    EXPECT_EQ(compared(expected, wanted, actual, got, rule("multikernelbench")).verdict,
              Verdict::Correct);
    EXPECT_EQ(
        compared(expected, wanted, actual, got, rule("multikernelbench", ProtocolMode::AsIntended))
            .verdict,
        Verdict::WrongValue);
    EXPECT_EQ(compared(dict({text("a")}, {expected}), wanted, dict({text("a")}, {expected}), wanted,
                       rule("multikernelbench"))
                  .verdict,
              Verdict::WrongStructure);
    EXPECT_EQ(compared(sequence(Kind::Tuple, {expected}), wanted, sequence(Kind::List, {expected}),
                       wanted, rule("multikernelbench"))
                  .verdict,
              Verdict::Correct);
}

/// Measures by hand: cosine 11 / (sqrt(5) · 5), L1 3 / 3, rmse sqrt(5 / 2).
TEST(CompareNested, checksQuantisedResultsAgainstThresholds)
{
    Side wanted;
    Side got;
    NestedRule how = rule("kernelbench-x");
    how.thresholds = QualityThresholds{0.98, 1.1, 2.0, false};
    const Value expected = wanted.floats({1, 2});
    const Value actual = got.floats({3, 4});
    const NestedComparison wide = compared(expected, wanted, actual, got, how);
    EXPECT_EQ(wide.verdict, Verdict::WrongValue);
    EXPECT_EQ(wide.message, "result: relative L1 error 1.33333 > 1.1") << "cosine 0.98387, rmse 2";
    how.thresholds = QualityThresholds{0.98, 1.4, 2.0, false};
    const NestedComparison passed = compared(expected, wanted, actual, got, how);
    EXPECT_EQ(passed.verdict, Verdict::Correct);
    EXPECT_NEAR(passed.outputs[0].cosine.value(), 11 / (std::sqrt(5.0) * 5), 1e-12);
    EXPECT_NEAR(passed.outputs[0].rmse.value(), 2.0, 1e-12);
    EXPECT_EQ(passed.outputs[0].mismatched, 0);
    how.thresholds->rmseOfRms = true;
    EXPECT_NEAR(compared(expected, wanted, actual, got, how).outputs[0].rmse.value(),
                2.0 / std::sqrt(2.5), 1e-12);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(compared(expected, wanted, got.floats({1, nan}), got, how).verdict,
              Verdict::NotANumber);
}

/// By hand: the errors are 0.02, -0.02, 0 and 0. Their root mean square is 0.02 / sqrt(2), the
/// largest 0.02.
TEST(CompareNested, acceptsTheErrorOfTheTimedReference)
{
    Side wanted;
    Side got;
    NestedRule how = strictProtocol().rule;
    const Value expected = wanted.floats({1, 2, 3, 4});
    const Value actual = got.floats({1.02F, 1.98F, 3, 4});
    const auto with = [&](double rms, double largest, const char *place = "result") {
        how.asTimed = {{place, {rms, largest}}};
        return compared(expected, wanted, actual, got, how);
    };
    const NestedComparison right = with(0.0071, 0.0051);
    EXPECT_EQ(right.verdict, Verdict::Correct);
    EXPECT_TRUE(right.isAsTimed);
    EXPECT_EQ(right.message,
              "as exact as what it is timed against: result is off by 0.0141421 (root mean square; "
              "that by 0.0071), at most by 0.02 (that by 0.0051)");
    EXPECT_EQ(right.outputs[0].mismatched, 0);
    EXPECT_NEAR(right.outputs[0].maxAbsoluteError, 0.02, 1e-6);

    for (const NestedComparison &wrong :
         {with(0.0070, 0.0051), with(0.0071, 0.0049), with(1, 1, "result[0]"), with(NAN, NAN)}) {
        EXPECT_EQ(wrong.verdict, Verdict::WrongValue);
        EXPECT_FALSE(wrong.isAsTimed);
        EXPECT_EQ(wrong.outputs[0].mismatched, 2);
    }
    how.asTimed = {{"result", {1, 1}}};
    EXPECT_FALSE(compared(expected, wanted, expected, wanted, how).isAsTimed) << "needs no mercy";
}

TEST(CompareNested, undecidedElementMayHaveAnyReferenceValue)
{
    Side wanted;
    NestedRule how = strictProtocol().rule;
    const Value expected = wanted.tensor<std::int8_t>(DType::Int8, {4}, {1, 2, 3, 4});
    how.undecided = {{"result", {{1, 3}, {2, 3}, {3, 4}}}};
    const auto with = [&](std::vector<std::int8_t> elements) {
        Side got;
        const Value actual = got.tensor<std::int8_t>(DType::Int8, {4}, std::move(elements));
        return compared(expected, wanted, actual, got, how);
    };
    const NestedComparison right = with({1, 3, 3, 3});
    EXPECT_EQ(right.verdict, Verdict::Correct);
    EXPECT_EQ(right.undecided, 2);
    EXPECT_EQ(right.message,
              "agrees with the reference; roundings decide 2 elements, where it lies between the "
              "reference's own values");
    EXPECT_EQ(right.outputs[0].mismatched, 0);
    EXPECT_EQ(with({1, 3, 3, 4}).message,
              "agrees with the reference; roundings decide 1 element, where it lies between the "
              "reference's own values");
    EXPECT_EQ(with({1, 2, 3, 4}).undecided, 0) << "needs no mercy";
    EXPECT_EQ(with({1, 1, 3, 4}).verdict, Verdict::WrongValue) << "below what it may have";
    EXPECT_EQ(with({1, 4, 3, 4}).verdict, Verdict::WrongValue) << "above";
    const NestedComparison elsewhere = with({2, 3, 3, 4});
    EXPECT_EQ(elsewhere.verdict, Verdict::WrongValue);
    EXPECT_EQ(elsewhere.outputs[0].mismatched, 2) << "one wrong element explains nothing away";

    how.undecided = {{"result", {{4}, {0}, {9}}}};
    const TensorArena arena = wanted.arena();
    Side other;
    const Value actual = other.tensor<std::int8_t>(DType::Int8, {4}, {0, 2, 3, 4});
    const TensorArena actualArena = other.arena();
    const HostPair pair(&arena, &actualArena);
    EXPECT_FALSE(compareNested(expected, actual, pair, how)) << "there is no such element";
}

TEST(CompareNested, toleranceAppliesToUndecidedElements)
{
    Side wanted;
    NestedRule how = strictProtocol().rule; // 1e-4 of the element and of the root mean square
    const Value expected = wanted.floats({1, 1, 1, 1});
    how.undecided = {{"result", {{2}, {1}, {2}}}};
    const auto verdictOf = [&](float third) {
        Side got;
        const Value actual = got.floats({1, 1, third, 1});
        return compared(expected, wanted, actual, got, how).verdict;
    };
    EXPECT_EQ(verdictOf(1.5F), Verdict::Correct);
    EXPECT_EQ(verdictOf(2.0002F), Verdict::Correct);
    EXPECT_NE(verdictOf(2.001F), Verdict::Correct);
    EXPECT_NE(verdictOf(0.999F), Verdict::Correct);
    EXPECT_EQ(verdictOf(std::numeric_limits<float>::quiet_NaN()), Verdict::NotANumber);
}

TEST(CompareNested, namesAMissingGradientAndTakesFurtherOnes)
{
    Side wanted;
    Side got;
    NestedRule how;
    how.allowsMoreGradients = true;
    const Value expected
        = dict({text("forward"), text("gradients")},
               {wanted.floats({1}), dict({text("input 1")}, {wanted.floats({2})})});
    const auto with = [&](Value gradients) {
        const Value actual
            = dict({text("forward"), text("gradients")}, {got.floats({1}), std::move(gradients)});
        return compared(expected, wanted, actual, got, how);
    };
    EXPECT_EQ(
        with(dict({text("more"), text("input 1")}, {got.floats({9}), got.floats({2})})).verdict,
        Verdict::Correct);
    const NestedComparison missing = with(dict({text("more")}, {got.floats({2})}));
    EXPECT_EQ(missing.verdict, Verdict::WrongStructure);
    EXPECT_EQ(missing.message, "result['gradients']: there is none of input 1");
    EXPECT_EQ(with(dict({text("input 1")}, {got.floats({3})})).verdict, Verdict::WrongValue);

    // Elsewhere a key more is another result.
    EXPECT_EQ(verdictOf(dict({text("a")}, {whole("1")}),
                        dict({text("a"), text("gradients")}, {whole("1"), whole("1")}), how),
              Verdict::WrongStructure);
    how.allowsMoreGradients = false;
    EXPECT_EQ(
        with(dict({text("more"), text("input 1")}, {got.floats({9}), got.floats({2})})).verdict,
        Verdict::WrongStructure);
}

TEST(CompareNested, timedErrorExcusesNoNanAndNoOtherTensor)
{
    Side wanted;
    Side got;
    NestedRule how = strictProtocol().rule;
    how.asTimed = {{"result[0]", {10, 10}}};
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinite = std::numeric_limits<float>::infinity();
    const auto verdict = [&](std::vector<float> first, std::vector<float> second,
                             std::vector<float> expected = {1, 2}) {
        return compared(
                   sequence(Kind::List, {wanted.floats(std::move(expected)), wanted.floats({5})}),
                   wanted,
                   sequence(Kind::List,
                            {got.floats(std::move(first)), got.floats(std::move(second))}),
                   got, how)
            .verdict;
    };
    EXPECT_EQ(verdict({1.5F, 2}, {5}), Verdict::Correct);
    EXPECT_EQ(verdict({1.5F, 2}, {5.5F}), Verdict::WrongValue);
    EXPECT_EQ(verdict({1.5F, nan}, {5}), Verdict::NotANumber);
    EXPECT_EQ(verdict({1.5F, infinite}, {5}), Verdict::NotANumber);
    EXPECT_NE(verdict({1.5F, 2}, {5}, {1, nan}), Verdict::Correct);
    EXPECT_NE(verdict({1.5F, 2}, {5}, {1, infinite}), Verdict::Correct);
    EXPECT_NE(verdict({1.5F, nan}, {5}, {1, nan}), Verdict::Correct) << "all of it must be finite";
}

TEST(CompareNested, strictRuleChecksSmallNumbers)
{
    Side wanted;
    Side got;
    const NestedRule strict = strictProtocol().rule;
    const Value small = wanted.floats({1e-5F, -2e-5F, 3e-5F});
    const Value zeros = got.floats({0, 0, 0});
    EXPECT_EQ(compared(small, wanted, zeros, got, rule("kernelbench")).verdict, Verdict::Correct);
    EXPECT_EQ(compared(small, wanted, zeros, got, strict).verdict, Verdict::WrongValue);
    EXPECT_EQ(compared(small, wanted, small, wanted, strict).verdict, Verdict::Correct);

    Value subclass = wanted.floats({1});
    const Value plain = subclass;
    subclass.type = "LazyTensor";
    EXPECT_EQ(compared(plain, wanted, subclass, wanted, strict).verdict, Verdict::WrongStructure);
    Value expanded = wanted.floats({1, 1});
    const Value dense = expanded;
    expanded.strides = {0};
    EXPECT_EQ(compared(dense, wanted, expanded, wanted, strict).verdict, Verdict::WrongStructure);
}

TEST(CompareNested, acceptsAPlainTensorForASubclass)
{
    Side side;
    const NestedRule strict = strictProtocol().rule;
    const Value plain = side.floats({1});
    Value parameter = plain;
    parameter.type = "torch.nn.parameter.Parameter";
    EXPECT_EQ(compared(parameter, side, plain, side, strict).verdict, Verdict::Correct);
    EXPECT_EQ(compared(parameter, side, parameter, side, strict).verdict, Verdict::Correct);
    EXPECT_EQ(compared(plain, side, parameter, side, strict).verdict, Verdict::WrongStructure);
}

TEST(CompareNested, keepsTheOriginalTypeOfConvertedTensors)
{
    Side side;
    const NestedRule strict = strictProtocol().rule;
    Value wanted = side.floats({1, 2});
    wanted.elementType = "float8_e4m3fnuz";
    EXPECT_EQ(compared(wanted, side, wanted, side, strict).verdict, Verdict::Correct);
    const Value plain = side.floats({1, 2});
    const NestedComparison other = compared(wanted, side, plain, side, strict);
    EXPECT_EQ(other.verdict, Verdict::WrongDtype);
    EXPECT_EQ(other.message, "result: has the type float32, expected float8_e4m3fnuz");
    Value nextTo = side.floats({1.125F, 2});
    nextTo.elementType = wanted.elementType;
    EXPECT_EQ(compared(wanted, side, nextTo, side, strict).verdict, Verdict::Correct)
        << "one step of its type";
    nextTo.elementType = wanted.elementType = "uint16";
    EXPECT_EQ(compared(wanted, side, nextTo, side, strict).verdict, Verdict::WrongValue);
}

TEST(CompareNested, distinguishesDenseFromSparseTensors)
{
    Side side;
    const Value dense = side.floats({1, 0});
    Value sparse = dense;
    sparse.layout = "sparse_coo";
    const NestedRule strict = strictProtocol().rule;
    EXPECT_EQ(compared(sparse, side, sparse, side, strict).verdict, Verdict::Correct);
    const NestedComparison other = compared(sparse, side, dense, side, strict);
    EXPECT_EQ(other.verdict, Verdict::WrongStructure);
    EXPECT_EQ(other.message, "result: is a dense tensor, expected a sparse_coo one");
}

TEST(NestedTraits, emptyValueHasNoElements)
{
    Side side;
    const Value one = side.floats({1});
    const Value none = side.floats({});
    const TensorArena arena = side.arena();
    const auto isEmpty
        = [&](const Value &value) { return holdsNothing(value, TensorsView(&arena).specs()); };
    EXPECT_FALSE(isEmpty(one));
    EXPECT_TRUE(isEmpty(none));
    EXPECT_TRUE(isEmpty(sequence(Kind::Tuple, {none, Value()})));
    EXPECT_TRUE(isEmpty(sequence(Kind::List, {})));
    EXPECT_FALSE(isEmpty(sequence(Kind::Tuple, {none, whole("3")})));
    EXPECT_FALSE(isEmpty(sequence(Kind::Tuple, {none, one})));
}

TEST(CompareNested, survivesHostileTrees)
{
    Side wanted;
    Side got;
    const NestedRule how = rule("kernelbench-x");
    const Value expected = wanted.floats({1});
    Value beyond;
    beyond.kind = Kind::Tensor;
    beyond.tensor = 1000;
    EXPECT_EQ(compared(expected, wanted, beyond, got, how).verdict, Verdict::WrongStructure);
    EXPECT_EQ(comparedInHost(expected, nullptr, beyond, nullptr, how).verdict,
              Verdict::WrongStructure);
    Value lame = dict({text("a"), text("b")}, {Value()});
    EXPECT_EQ(verdictOf(dict({text("a")}, {Value()}), lame, how), Verdict::Correct)
        << "keys without items are not there";
    const std::string longText(100000, '\xc3');
    const NestedComparison result
        = comparedInHost(text("x"), nullptr, text(longText), nullptr, how);
    EXPECT_EQ(result.verdict, Verdict::WrongValue);
    EXPECT_LT(result.message.size(), 500U);
    Value other;
    other.kind = Kind::Other;
    other.text = "module.Type";
    EXPECT_EQ(verdictOf(other, other, how), Verdict::WrongStructure);
    std::vector<Value> many(5000, real(1.0));
    std::vector<Value> wrong(5000, real(2.0));
    const NestedComparison flood = comparedInHost(sequence(Kind::List, many), nullptr,
                                                  sequence(Kind::List, wrong), nullptr, how);
    EXPECT_EQ(flood.verdict, Verdict::WrongValue);
    EXPECT_LE(flood.outputs.size(), 64U);
    EXPECT_TRUE(flood.message.ends_with("and 4997 more")) << flood.message;
}

TEST(CompareNested, keepsAllMapsTogetherSmall)
{
    Side wanted;
    Side got;
    std::vector<Value> expected;
    std::vector<Value> actual;
    for (int i = 0; i < 6; ++i) {
        expected.push_back(wanted.tensor<std::uint8_t>(DType::UInt8, {256, 256},
                                                       std::vector<std::uint8_t>(65536)));
        actual.push_back(got.tensor<std::uint8_t>(DType::UInt8, {256, 256},
                                                  std::vector<std::uint8_t>(65536, 1)));
    }
    const NestedComparison result
        = compared(sequence(Kind::List, expected), wanted, sequence(Kind::List, actual), got,
                   rule("kernelbench-x"));
    std::size_t bytes = 0;
    for (const OutputComparison &output : result.outputs) {
        EXPECT_EQ(output.mismatched, 65536);
        bytes += output.map.share.size();
    }
    EXPECT_EQ(bytes, mapBytesPerComparison);
}

/// Large tensors use several threads, which must give the numbers of one.
TEST(CompareNested, largeTensorsGiveTheSameNumbers)
{
    const std::int64_t rows = 9 * 1024;
    const std::int64_t columns = 1024;
    std::vector<float> expected(static_cast<std::size_t>(rows * columns), 1.0F);
    std::vector<float> actual = expected;
    double sum = 0;
    std::int64_t wrong = 0;
    for (std::size_t i = 7; i < actual.size(); i += 128) {
        actual[i] += 0.5F;
        sum += 0.5;
        ++wrong;
    }
    actual[5'000'071] = 9.0F; // one of those
    sum += 7.5;
    Side wanted;
    Side got;
    const Value e = wanted.tensor<float>(DType::Float32, {rows, columns}, expected);
    const Value a = got.tensor<float>(DType::Float32, {rows, columns}, actual);
    const NestedComparison result = compared(e, wanted, a, got, rule("kernelbench"));
    ASSERT_EQ(result.outputs.size(), 1U);
    const OutputComparison &output = result.outputs[0];
    EXPECT_EQ(output.mismatched, wrong);
    EXPECT_DOUBLE_EQ(output.meanAbsoluteError, sum / static_cast<double>(rows * columns));
    EXPECT_EQ(output.worstActual, 9.0);
    EXPECT_EQ(output.worstIndex, (std::vector<std::int64_t>{5'000'071 / 1024, 5'000'071 % 1024}));
    EXPECT_EQ(output.firstMismatch, (std::vector<std::int64_t>{0, 7}));
}

} // namespace loupe
