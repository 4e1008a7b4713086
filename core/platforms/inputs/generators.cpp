// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/inputs/generators.h"

#include "core/model/values/elementtypes.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <vector>

#include <boost/random/bernoulli_distribution.hpp>
#include <boost/random/exponential_distribution.hpp>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/normal_distribution.hpp>
#include <boost/random/seed_seq.hpp>
#include <boost/random/student_t_distribution.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

namespace loupe {

namespace {

using RandomEngine = boost::random::mt19937_64;
using Vector = std::vector<double>;

Vector randomDirection(std::size_t n, RandomEngine &engine)
{
    boost::random::normal_distribution<double> normal;
    Vector v(n);
    double squares = 0.0;
    while (squares == 0.0) {
        squares = 0.0;
        for (double &x : v) {
            x = normal(engine);
            squares += x * x;
        }
    }
    for (double &x : v)
        x /= std::sqrt(squares);
    return v;
}

/// a := (I - 2 v vᵀ) a
void reflectRows(Vector &a, const Vector &v)
{
    const std::size_t n = v.size();
    Vector projection(n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j)
            projection[j] += v[i] * a[i * n + j];
    }
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j)
            a[i * n + j] -= 2.0 * v[i] * projection[j];
    }
}

/// a := a (I - 2 v vᵀ)
void reflectColumns(Vector &a, const Vector &v)
{
    const std::size_t n = v.size();
    for (std::size_t i = 0; i < n; ++i) {
        double projection = 0.0;
        for (std::size_t j = 0; j < n; ++j)
            projection += a[i * n + j] * v[j];
        for (std::size_t j = 0; j < n; ++j)
            a[i * n + j] -= 2.0 * projection * v[j];
    }
}

Vector logUniformDiagonal(std::size_t n, double low, double high, RandomEngine &engine)
{
    boost::random::uniform_real_distribution<double> exponent(std::log(low), std::log(high));
    Vector a(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i)
        a[i * n + i] = std::exp(exponent(engine));
    return a;
}

constexpr int reflections = 3;

/// Returns a row-major n × n matrix of known condition: a diagonal of chosen singular values
/// between random reflections. Its eigenvalues are 0.1 to 10.
std::vector<double> randomSpd(std::size_t n, RandomEngine &engine)
{
    Vector a = logUniformDiagonal(n, 0.1, 10.0, engine);
    for (int k = 0; k < reflections; ++k) {
        const Vector v = randomDirection(n, engine);
        reflectRows(a, v);
        reflectColumns(a, v);
    }
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < i; ++j)
            a[i * n + j] = a[j * n + i] = 0.5 * (a[i * n + j] + a[j * n + i]);
    }
    return a;
}

/// Does the same with singular values 0.3 to 3.
std::vector<double> randomWellConditioned(std::size_t n, RandomEngine &engine)
{
    Vector a = logUniformDiagonal(n, 0.3, 3.0, engine);
    for (int k = 0; k < reflections; ++k) {
        reflectRows(a, randomDirection(n, engine));
        reflectColumns(a, randomDirection(n, engine));
    }
    return a;
}

/// Returns a lower triangular matrix with a small inverse: diagonal 0.75 to 1.25, below it N(0,
/// 1/n).
std::vector<double> randomLowerTriangular(std::size_t n, RandomEngine &engine)
{
    boost::random::uniform_real_distribution<double> diagonal(0.75, 1.25);
    boost::random::normal_distribution<double> below(0.0, 1.0 / std::sqrt(static_cast<double>(n)));
    Vector a(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < i; ++j)
            a[i * n + j] = below(engine);
        a[i * n + i] = diagonal(engine);
    }
    return a;
}

/// Writer of one tensor being drawn. Stores problems instead of throwing.
class Drawer
{
public:
    Drawer(const TensorSpec &spec, const Generator &generator, RandomEngine &engine,
           std::span<std::byte> bytes)
        : m_spec(spec)
        , m_generator(generator)
        , m_engine(engine)
        , m_bytes(bytes)
        , m_last(spec.shape.empty() ? 1 : static_cast<std::size_t>(spec.shape.back()))
    {
    }

    Status draw();

private:
    double number(const char *key)
    {
        const auto found = m_generator.numbers.find(key);
        if (found != m_generator.numbers.end() && std::isfinite(found->second))
            return found->second;
        fail(std::string("needs the number \"") + key + "\"");
        return 0.0;
    }

    void fail(const std::string &why)
    {
        if (!m_problem)
            m_problem = Error{Errc::InvalidInput,
                              "the generator \"" + m_generator.kind + "\" of input \"" + m_spec.name
                                  + "\" " + why};
    }

    /// Writes next() to every element.
    template <typename Next>
    void fill(Next next)
    {
        if (m_problem)
            return;
        withElement(m_spec.dtype, [&]<typename T>(T) {
            for (std::size_t at = 0; at < m_bytes.size(); at += sizeof(T))
                store(at, roundedTo<T>(next()));
        });
    }

    /// Writes next() to every element, and redraws values that rounding raised to `high`.
    template <typename Next>
    void fillBelow(double high, Next next)
    {
        constexpr int attempts = 64;
        if (m_problem)
            return;
        withElement(m_spec.dtype, [&]<typename T>(T) {
            for (std::size_t at = 0; at < m_bytes.size(); at += sizeof(T)) {
                T value = roundedTo<T>(next());
                for (int i = 0; i < attempts && asDouble(value) >= high; ++i)
                    value = roundedTo<T>(next());
                store(at, value);
            }
        });
    }

    /// Writes rows of the last axis, each made by `make(row)` in a vector of doubles.
    template <typename Make>
    void fillRows(std::size_t rowSize, Make make)
    {
        if (m_problem || m_bytes.empty())
            return;
        std::vector<double> row(rowSize);
        withElement(m_spec.dtype, [&]<typename T>(T) {
            for (std::size_t at = 0; at < m_bytes.size();) {
                make(row);
                for (const double value : row) {
                    store(at, roundedTo<T>(value));
                    at += sizeof(T);
                }
            }
        });
    }

    template <typename T>
    void store(std::size_t at, T value)
    {
        std::memcpy(m_bytes.data() + at, &value, sizeof(T));
    }

    void checkWhole(double low, double high)
    {
        const auto [smallest, largest] = wholeRange(m_spec.dtype);
        if (low != std::floor(low) || high != std::floor(high) || low > high)
            fail("needs whole bounds, low not above high");
        else if (low < smallest || high > largest)
            fail("has bounds that " + std::string(name(m_spec.dtype)) + " cannot hold exactly");
    }

    void normal();
    void spiky();
    void heavyTailed();
    void uniform();
    void integers();
    void positive();
    void mask();
    void constant();
    void permutation();
    void sorted();
    void probabilities();
    void bits();
    template <std::vector<double> (*make)(std::size_t, RandomEngine &)>
    void matrices();

    struct Kind {
        std::string_view name;
        void (Drawer::*draw)();
    };
    static const std::array<Kind, 15> kinds;

    const TensorSpec &m_spec;
    const Generator &m_generator;
    RandomEngine &m_engine;
    std::span<std::byte> m_bytes;
    std::size_t m_last;
    std::optional<Error> m_problem;
};

void Drawer::normal()
{
    boost::random::normal_distribution<double> drawn;
    const double mean = number("mean");
    const double deviation = number("stddev");
    fill([&] { return mean + deviation * drawn(m_engine); });
}

void Drawer::spiky()
{
    boost::random::normal_distribution<double> drawn;
    boost::random::uniform_real_distribution<double> chance;
    const double probability = number("probability");
    const double scale = number("scale");
    fill([&] {
        const double value = drawn(m_engine);
        return chance(m_engine) < probability ? value * scale : value;
    });
}

void Drawer::heavyTailed()
{
    const double degrees = number("degrees_of_freedom");
    if (!(degrees > 0.0))
        return fail("needs degrees_of_freedom above 0");
    boost::random::student_t_distribution<double> drawn(degrees);
    fill([&] { return drawn(m_engine); });
}

void Drawer::uniform()
{
    const double low = number("low");
    const double high = number("high");
    if (!(low < high))
        return fail("needs low below high");
    boost::random::uniform_real_distribution<double> drawn(low, high);
    fillBelow(high, [&] { return drawn(m_engine); });
}

void Drawer::integers()
{
    const double low = number("low");
    const double high = number("high");
    checkWhole(low, high);
    if (m_problem)
        return;
    boost::random::uniform_int_distribution<std::int64_t> drawn(static_cast<std::int64_t>(low),
                                                                static_cast<std::int64_t>(high));
    fill([&] { return static_cast<double>(drawn(m_engine)); });
}

void Drawer::positive()
{
    const double low = number("low");
    const double high = number("high");
    if (!(0.0 < low && low < high))
        return fail("needs 0 < low < high");
    boost::random::uniform_real_distribution<double> exponent(std::log(low), std::log(high));
    fill([&] { return std::exp(exponent(m_engine)); });
}

void Drawer::mask()
{
    boost::random::uniform_real_distribution<double> chance;
    const double probability = number("probability");
    fill([&] { return chance(m_engine) < probability ? 1.0 : 0.0; });
}

void Drawer::constant()
{
    const double value = number("value");
    fill([&] { return value; });
}

void Drawer::permutation()
{
    checkWhole(0.0, std::max(static_cast<double>(m_last) - 1.0, 0.0));
    fillRows(m_last, [&](std::vector<double> &row) {
        for (std::size_t i = 0; i < row.size(); ++i)
            row[i] = static_cast<double>(i);
        for (std::size_t i = row.size(); i-- > 1;) {
            boost::random::uniform_int_distribution<std::size_t> other(0, i);
            std::swap(row[i], row[other(m_engine)]);
        }
    });
}

void Drawer::sorted()
{
    const double low = number("low");
    const double high = number("high");
    if (!(low < high))
        return fail("needs low below high");
    boost::random::uniform_real_distribution<double> drawn(low, high);
    fillRows(m_last, [&](std::vector<double> &row) {
        for (double &value : row)
            value = drawn(m_engine);
        std::sort(row.begin(), row.end());
    });
}

void Drawer::probabilities()
{
    boost::random::exponential_distribution<double> drawn;
    fillRows(m_last, [&](std::vector<double> &row) {
        double sum = 0.0;
        while (sum == 0.0) {
            for (double &value : row) {
                value = drawn(m_engine);
                sum += value;
            }
        }
        for (double &value : row)
            value /= sum;
    });
}

void Drawer::bits()
{
    if (isFloating(m_spec.dtype))
        return fail("is for integer dtypes");
    boost::random::uniform_int_distribution<int> byte(0, m_spec.dtype == DType::Bool ? 1 : 255);
    for (std::byte &value : m_bytes)
        value = static_cast<std::byte>(byte(m_engine));
}

template <std::vector<double> (*make)(std::size_t, RandomEngine &)>
void Drawer::matrices()
{
    const std::size_t axes = m_spec.shape.size();
    if (axes < 2 || m_spec.shape[axes - 1] != m_spec.shape[axes - 2])
        return fail("needs two last axes of equal extent");
    if (!isFloating(m_spec.dtype))
        return fail("is for floating dtypes");
    fillRows(m_last * m_last,
             [&](std::vector<double> &matrix) { matrix = make(m_last, m_engine); });
}

const std::array<Drawer::Kind, 15> Drawer::kinds{{
    {"normal", &Drawer::normal},
    {"spiky", &Drawer::spiky},
    {"heavy_tailed", &Drawer::heavyTailed},
    {"uniform", &Drawer::uniform},
    {"integers", &Drawer::integers},
    {"positive", &Drawer::positive},
    {"mask", &Drawer::mask},
    {"constant", &Drawer::constant},
    {"permutation", &Drawer::permutation},
    {"sorted", &Drawer::sorted},
    {"probabilities", &Drawer::probabilities},
    {"bits", &Drawer::bits},
    {"spd", &Drawer::matrices<randomSpd>},
    {"well_conditioned", &Drawer::matrices<randomWellConditioned>},
    {"lower_triangular", &Drawer::matrices<randomLowerTriangular>},
}};

Status Drawer::draw()
{
    const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const Kind &candidate) {
        return candidate.name == m_generator.kind;
    });
    if (kind == kinds.end())
        fail("is not known");
    else
        (this->*kind->draw)();
    if (m_problem)
        return *m_problem;
    return {};
}

} // namespace

Status drawTensor(const TensorSpec &spec, const Generator &generator, const std::string &seed,
                  std::span<std::byte> bytes)
{
    std::array<std::uint32_t, 8> words{};
    if (seed.size() != words.size() * 8)
        return Error{Errc::InvalidInput, "a seed has 64 hexadecimal digits"};
    for (std::size_t i = 0; i < words.size(); ++i) {
        const char *begin = seed.data() + i * 8;
        if (std::from_chars(begin, begin + 8, words[i], 16).ptr != begin + 8)
            return Error{Errc::InvalidInput, "a seed has 64 hexadecimal digits"};
    }
    boost::random::seed_seq sequence(words.begin(), words.end());
    RandomEngine engine(sequence);
    return Drawer(spec, generator, engine, bytes).draw();
}

} // namespace loupe
