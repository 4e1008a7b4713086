// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// Nested result of Python code: numbers, containers, and tensors that are stored in a TensorArena.
struct Value {
    enum class Kind : std::uint8_t {
        None,
        Bool,
        Integer,
        Real,
        Complex,
        Text,
        Tensor, ///< of torch
        Array,  ///< of numpy
        List,
        Tuple,
        Dict,
        Other, ///< anything else; only its type is known
    };

    Kind kind = Kind::None;
    bool boolean = false;
    std::string text; ///< Text; Integer: decimal digits (Python's have no bound); Other: the type
    std::string type; ///< numbers: "int", "float", "numpy.float32"; Text: empty, or what it names
                      ///< ("torch.dtype"); Tensor, Array, List, Tuple, Dict: empty, or the name of
                      ///< a subclass ("torch.Size")
    double real = 0;  ///< Real, Complex
    double imaginary = 0;
    std::size_t tensor = 0; ///< Tensor, Array: index in the arena
    /// Tensor: strides of the original in elements, if it was not contiguous; the arena's copy is.
    std::vector<std::int64_t> strides;
    /// Tensor, Array: element type ("uint16"), if the arena's copy has another one that holds all
    /// of its values (resources/worker/loupe_worker/carriers.py); else empty.
    std::string elementType;
    std::string layout;        ///< Tensor: "sparse_coo"; empty if it was dense
    bool requiresGrad = false; ///< Tensor
    std::vector<Value> keys;   ///< Dict, same length as items
    std::vector<Value> items;  ///< List, Tuple, Dict
};

} // namespace loupe
