// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace loupe {

/// Origin of the code that does a candidate's work. A fact, never an accusation.
enum class MadeOf : std::uint8_t {
    NotKnown,    ///< no source was read, and no kernel was recorded
    OwnKernels,  ///< kernels that the candidate brings
    Mixed,       ///< such kernels and operators of a library
    LibraryOnly, ///< operators of a library
};

/// Precision of a candidate's arithmetic.
enum class Arithmetic : std::uint8_t {
    NotKnown,
    Float32,    ///< results are as exact as float32
    AsBaseline, ///< less exact than float32, as exact as its baseline
    Reduced,    ///< tf32, fp16, bf16 or fewer bits
};

/// Traits of a candidate: the origin of its code and its precision.
struct KernelTraits {
    MadeOf madeOf = MadeOf::NotKnown;
    /// Fraction of the measured device time that its own kernels take, 0 to 1.
    std::optional<double> ownShare = std::nullopt;
    Arithmetic arithmetic = Arithmetic::NotKnown;
    friend bool operator==(const KernelTraits &, const KernelTraits &) = default;
};

inline constexpr std::array allMadeOf{MadeOf::NotKnown, MadeOf::OwnKernels, MadeOf::Mixed,
                                      MadeOf::LibraryOnly};
inline constexpr std::array allArithmetic{Arithmetic::NotKnown, Arithmetic::Float32,
                                          Arithmetic::AsBaseline, Arithmetic::Reduced};

/// Returns the id that stores and filters use: "own_kernels"; empty for NotKnown.
std::string_view toString(MadeOf madeOf);
std::string_view toString(Arithmetic arithmetic);
/// Returns the id, or nullopt if the value is not known.
template <typename Trait>
std::optional<std::string_view> idOf(Trait trait)
{
    const std::string_view id = toString(trait);
    return id.empty() ? std::nullopt : std::optional(id);
}
/// Returns the display text: "own kernels", "not known".
std::string_view label(MadeOf madeOf);
std::string_view label(Arithmetic arithmetic);
/// Returns the value of an id; nullopt for an id that does not exist.
std::optional<MadeOf> madeOfFromString(std::string_view id);
std::optional<Arithmetic> arithmeticFromString(std::string_view id);

} // namespace loupe
