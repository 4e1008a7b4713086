// SPDX-License-Identifier: Apache-2.0
#include "core/judge/judge.h"

#include "core/judge/halffloat.h"
#include "core/judge/mismatchmap.h"
#include "core/model/errorcounts.h"
#include "core/sandbox/tensorarena.h"

#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

namespace loupe {

namespace {

template <typename T>
double toDouble(T value)
{
    return static_cast<double>(value);
}
double toDouble(Float16 value)
{
    return static_cast<double>(toFloat(value));
}
double toDouble(BFloat16 value)
{
    return static_cast<double>(toFloat(value));
}

template <typename T>
bool sameValue(T a, T b)
{
    if constexpr (std::is_integral_v<T>)
        return a == b;
    else
        return toDouble(a) == toDouble(b);
}

template <typename T>
T load(const std::byte *bytes, std::int64_t i)
{
    T value;
    std::memcpy(&value, bytes + i * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
    return value;
}

double smallestNormal(DType dtype)
{
    switch (dtype) {
    case DType::Float16:
        return 0x1p-14;
    case DType::Float64:
        return DBL_MIN;
    default:
        return static_cast<double>(FLT_MIN);
    }
}

/// Root mean square of the finite elements; 0 when there is none.
template <typename T>
double rootMeanSquare(const std::byte *bytes, std::int64_t count)
{
    double sum = 0.0;
    double largest = 0.0;
    std::int64_t finite = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const double value = toDouble(load<T>(bytes, i));
        if (!std::isfinite(value))
            continue;
        sum += value * value;
        largest = std::max(largest, std::fabs(value));
        ++finite;
    }
    if (finite == 0)
        return 0.0;
    if (std::isfinite(sum) && sum >= DBL_MIN)
        return std::sqrt(sum / static_cast<double>(finite));
    if (largest == 0.0)
        return 0.0;
    sum = 0.0; // squares left the range of double: scale
    for (std::int64_t i = 0; i < count; ++i) {
        const double value = toDouble(load<T>(bytes, i)) / largest;
        if (std::isfinite(value))
            sum += value * value;
    }
    return largest * std::sqrt(sum / static_cast<double>(finite));
}

bool isPoisoned(const std::byte *element, std::size_t size)
{
    for (std::size_t i = 0; i < size; ++i) {
        if (element[i] != poisonByte)
            return false;
    }
    return true;
}

std::vector<std::int64_t> indexOf(std::int64_t position, std::span<const std::int64_t> shape)
{
    std::vector<std::int64_t> index(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        index[axis] = position % shape[axis];
        position /= shape[axis];
    }
    return index;
}

/// What one pass over the elements gathers.
struct Tally {
    std::int64_t finite = 0; ///< on both sides
    double sumOfErrors = 0.0;
    std::int64_t worst = -1;         ///< position of the largest error of all
    std::int64_t worstMismatch = -1; ///< of the largest finite error outside tolerance
    double worstMismatchError = -1.0;
};

template <typename T>
class Comparer
{
public:
    Comparer(const TensorSpec &spec, const ComparisonRule &rule, const std::byte *expected,
             const std::byte *actual)
        : m_spec(spec)
        , m_exact(rule.exact || (!isFloating(spec.dtype) && rule.absoluteFloor <= 0))
        , m_expected(expected)
        , m_actual(actual)
        , m_tiny(smallestNormal(spec.dtype))
        , m_mismatches(spec.shape)
    {
        m_out.output = spec.name;
        m_out.elements = spec.elements();
        m_out.shape = spec.shape;
        m_out.dtype = std::string(name(spec.dtype));
        if (m_exact)
            return;
        const bool relative = isFloating(spec.dtype);
        m_out.relativeTolerance = relative ? rule.relative : 0.0;
        m_out.absoluteTolerance = rule.absoluteFloor;
        if (relative)
            m_out.absoluteTolerance = std::max(
                rule.absoluteFloor, rule.relative * rootMeanSquare<T>(expected, m_out.elements));
    }

    OutputComparison run()
    {
        for (std::int64_t i = 0; i < m_out.elements; ++i)
            compareAt(i);
        finish();
        return std::move(m_out);
    }

private:
    void compareAt(std::int64_t i)
    {
        const T wanted = load<T>(m_expected, i);
        const T got = load<T>(m_actual, i);
        const double e = toDouble(wanted);
        const double a = toDouble(got);
        const double error = std::fabs(a - e);
        if (!(error <= DBL_MAX)) { // NaN or infinity on a side, or an overflowing difference
            compareSpecial(i, e, a);
            return;
        }
        ++m_tally.finite;
        m_tally.sumOfErrors += error;
        if (error > m_out.maxAbsoluteError || m_tally.worst < 0) {
            m_out.maxAbsoluteError = error;
            m_tally.worst = i;
        }
        const double relative = error / std::max(std::fabs(e), m_tiny);
        m_out.maxRelativeError = std::max(m_out.maxRelativeError, relative);
        const bool passes = m_exact
            ? sameValue(wanted, got)
            : error <= m_out.absoluteTolerance + m_out.relativeTolerance * std::fabs(e);
        if (passes)
            return;
        if (error > m_tally.worstMismatchError) {
            m_tally.worstMismatchError = error;
            m_tally.worstMismatch = i;
        }
        mismatch(i, relative);
    }

    void compareSpecial(std::int64_t i, double e, double a)
    {
        if (a == e || (std::isnan(a) && std::isnan(e)))
            return;
        if (std::isfinite(e) && !std::isfinite(a))
            ++m_out.notANumber;
        mismatch(i, std::numeric_limits<double>::quiet_NaN());
    }

    void mismatch(std::int64_t i, double relative)
    {
        m_out.errorCounts.resize(errorBins);
        ++m_out.errorCounts[static_cast<std::size_t>(errorBin(relative))];
        m_mismatches.add(i / m_mismatches.columns(), i % m_mismatches.columns());
        if (isPoisoned(m_actual + i * static_cast<std::int64_t>(sizeof(T)), sizeof(T)))
            ++m_out.unwritten;
    }

    void finish()
    {
        m_out.mismatched = m_mismatches.count();
        if (m_tally.finite > 0)
            m_out.meanAbsoluteError = m_tally.sumOfErrors / static_cast<double>(m_tally.finite);
        std::int64_t worst = m_tally.worst;
        if (m_out.mismatched > 0) {
            worst = m_tally.worstMismatch >= 0 ? m_tally.worstMismatch : m_mismatches.first();
            m_out.firstMismatch = indexOf(m_mismatches.first(), m_spec.shape);
            m_out.pattern = m_mismatches.text();
            m_out.map = m_mismatches.map();
        }
        if (worst >= 0) {
            m_out.worstIndex = indexOf(worst, m_spec.shape);
            m_out.worstExpected = toDouble(load<T>(m_expected, worst));
            m_out.worstActual = toDouble(load<T>(m_actual, worst));
        }
    }

    const TensorSpec &m_spec;
    const bool m_exact;
    const std::byte *m_expected;
    const std::byte *m_actual;
    const double m_tiny;
    MismatchGatherer m_mismatches;
    Tally m_tally;
    OutputComparison m_out;
};

std::string number(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

std::string indexText(std::span<const std::int64_t> index)
{
    std::string text;
    for (const std::int64_t i : index)
        text += (text.empty() ? "" : ", ") + std::to_string(i);
    return "[" + text + "]";
}

/// "98304 of 4096000 elements of y differ, worst at [17, 991]: expected 0.41, got 3.9".
std::string sentence(const OutputComparison &output)
{
    const std::string of = std::to_string(output.mismatched) + " of "
        + std::to_string(output.elements) + " elements of " + output.output;
    if (output.unwritten == output.mismatched)
        return of + " were never written"
            + (output.pattern.empty() ? "" : " (" + output.pattern + ")");
    std::string text = of + " differ";
    if (!output.pattern.empty())
        text += " (" + output.pattern + ")";
    if (output.notANumber > 0)
        text += ", " + std::to_string(output.notANumber) + " of them NaN or infinite";
    return text + ", worst at " + indexText(output.worstIndex) + ": expected "
        + number(output.worstExpected) + ", got " + number(output.worstActual);
}

} // namespace

OutputComparison compareOutput(const TensorSpec &spec, const ComparisonRule &rule,
                               std::span<const std::byte> expected,
                               std::span<const std::byte> actual)
{
    const auto compare = [&]<typename T>(T) {
        return Comparer<T>(spec, rule, expected.data(), actual.data()).run();
    };
    switch (spec.dtype) {
    case DType::Bool:
    case DType::UInt8:
        return compare(std::uint8_t{});
    case DType::Int8:
        return compare(std::int8_t{});
    case DType::Int32:
        return compare(std::int32_t{});
    case DType::Int64:
        return compare(std::int64_t{});
    case DType::Float16:
        return compare(Float16{});
    case DType::BFloat16:
        return compare(BFloat16{});
    case DType::Float32:
        return compare(float{});
    case DType::Float64:
        return compare(double{});
    case DType::Int16:
        return compare(std::int16_t{});
    case DType::Complex64:
    case DType::Complex128:
    case DType::Float8E4M3:
    case DType::Float8E5M2:
        break;
    }
    // Nothing was compared, so nothing passes.
    OutputComparison refused;
    refused.output = spec.name;
    refused.elements = spec.elements();
    refused.mismatched = refused.elements;
    return refused;
}

std::pair<Verdict, std::string> judgeTrial(std::span<const OutputComparison> outputs)
{
    std::vector<const OutputComparison *> wrong;
    bool allUnwritten = true;
    bool anyNotANumber = false;
    bool allTails = true;
    for (const OutputComparison &output : outputs) {
        if (output.mismatched == 0)
            continue;
        wrong.push_back(&output);
        allUnwritten = allUnwritten && output.unwritten == output.mismatched;
        anyNotANumber = anyNotANumber || output.notANumber > 0;
        allTails = allTails && isTailPattern(output.pattern);
    }
    if (wrong.empty())
        return {Verdict::Correct, "agrees with the reference"};
    std::string message = sentence(*wrong.front());
    for (std::size_t i = 1; i < wrong.size(); ++i)
        message += "; " + sentence(*wrong[i]);
    if (allUnwritten)
        return {Verdict::Unwritten, std::move(message)};
    if (anyNotANumber)
        return {Verdict::NotANumber, std::move(message)};
    return {allTails ? Verdict::WrongTail : Verdict::WrongValue, std::move(message)};
}

} // namespace loupe
